import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Controller, Get, Header } from '@nestjs/common';
import { parse } from 'yaml';
import { PublicRoutes } from '../common/route-metadata.js';
import { PROJECT_DIR } from '../config/project-dir.js';

const PATH = 'skills/commerce-analytics/SKILL.md';

/** The skill: a text that assistants load before they ask (https://agentskills.io). Nothing of the data is in it. */
@PublicRoutes()
@Controller()
export class SkillController {
  private readonly skill = readFileSync(join(PROJECT_DIR, PATH), 'utf8');
  private readonly skills = indexOf(this.skill);

  @Get(`/${PATH}`)
  @Header('Content-Type', 'text/markdown; charset=utf-8')
  text(): string {
    return this.skill;
  }

  /** The skills that are here, by which assistants find them; the address is relative to this one. */
  @Get('/.well-known/agent-skills/index.json')
  index(): object {
    return this.skills;
  }
}

function indexOf(skill: string): object {
  const { name, description } = parse(skill.split(/^---$/m)[1] ?? '') as Readonly<Record<string, string>>;
  const digest = `sha256:${createHash('sha256').update(skill).digest('hex')}`;
  return {
    $schema: 'https://schemas.agentskills.io/discovery/0.2.0/schema.json',
    skills: [{ name, type: 'skill-md', description, url: `../../${PATH}`, digest }],
  };
}
