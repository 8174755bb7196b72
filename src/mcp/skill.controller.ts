import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Controller, Get, NotFoundException, Param, Res } from '@nestjs/common';
import type { Response } from 'express';
import { PublicRoutes } from '../common/route-metadata.js';
import { PROJECT_DIR } from '../config/project-dir.js';

const FOLDER = join(PROJECT_DIR, 'skills', 'commerce-analytics');
export const REFERENCES = join(FOLDER, 'references');
const FILES = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.md'));
/** `tools/build/skill.mjs` writes these. */
const BUILT = { root: join(PROJECT_DIR, 'dist', 'skill') };

/** The skill: texts that assistants load before they ask (https://agentskills.io). Nothing of the data is in it. */
@PublicRoutes()
@Controller()
export class SkillController {
  @Get('/skills/commerce-analytics/*path')
  file(@Param('path') path: readonly string[], @Res() response: Response): void {
    const name = path.join('/');
    if (!FILES.includes(name)) throw new NotFoundException();
    response.type('text/markdown').sendFile(name, { root: FOLDER });
  }

  /** All files, for clients that install skills. */
  @Get('/skills/commerce-analytics.zip')
  archive(@Res() response: Response): void {
    response.sendFile('commerce-analytics.zip', BUILT);
  }

  /** The skills that are here, by which clients find them. */
  @Get('/.well-known/agent-skills/index.json')
  index(@Res() response: Response): void {
    response.sendFile('index.json', BUILT);
  }
}
