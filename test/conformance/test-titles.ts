import ts from 'typescript';

const GROUP = 'describe';
const TESTS = ['it', 'test'];
/** What may stand between the name and the title: `it.each`, `describe.skip`. */
const MARKS = ['each', 'concurrent', 'skip', 'todo', 'failing', 'only'];
/** Marks under which Jest does not run a test, or does not run the others. */
const NOT_RUN = ['skip', 'todo', 'failing', 'only'];
import { SEPARATOR } from '../../tools/documents/conformance.js';

/**
 * Titles of the tests in a file, each with the groups around it: `the envelope › holds a success`. A title made of
 * values stands as it is written, `%s is taken` or `$title: finds something`; a test that is skipped for good, or has
 * no title that can be read, is none. Groups and tests made inside functions of the file count as well.
 */
export function testTitlesOf(fileName: string, text: string): string[] {
  const source = ts.createSourceFile(fileName, text, ts.ScriptTarget.Latest, true);
  const groups = groupAliases(source);
  const titles: string[] = [];
  const visit = (node: ts.Node, path: readonly string[]): void => {
    const call = ts.isCallExpression(node) ? readCall(node, groups) : undefined;
    if (call === undefined) return ts.forEachChild(node, (child) => visit(child, path));
    if (call.isSkipped || call.title === undefined) return;
    if (!call.isGroup) titles.push([...path, call.title].join(SEPARATOR));
    const inner = call.isGroup ? [...path, call.title] : path;
    for (const argument of call.call.arguments) visit(argument, inner);
  };
  visit(source, []);
  return titles;
}

interface TestCall {
  readonly call: ts.CallExpression;
  readonly isGroup: boolean;
  readonly isSkipped: boolean;
  readonly title: string | undefined;
}

/** Names that stand for `describe`: constants that choose between running a group and skipping it. */
function groupAliases(source: ts.SourceFile): ReadonlySet<string> {
  const names = new Set([GROUP]);
  source.forEachChild((statement) => {
    if (!ts.isVariableStatement(statement)) return;
    for (const { name, initializer } of statement.declarationList.declarations) {
      const isChoice = initializer !== undefined && ts.isConditionalExpression(initializer);
      if (isChoice && /\bdescribe\b/.test(initializer.getText()) && ts.isIdentifier(name)) names.add(name.text);
    }
  });
  return names;
}

/** Reads `it(…)`, `describe.each(…)(…)`, `` it.each`…`(…) `` and the like; undefined for any other call. */
function readCall(call: ts.CallExpression, groups: ReadonlySet<string>): TestCall | undefined {
  const marks: string[] = [];
  let callee: ts.Expression = call.expression;
  for (;;) {
    if (ts.isCallExpression(callee)) callee = callee.expression;
    else if (ts.isTaggedTemplateExpression(callee)) callee = callee.tag;
    else if (ts.isPropertyAccessExpression(callee)) {
      marks.push(callee.name.text);
      callee = callee.expression;
    } else break;
  }
  if (!ts.isIdentifier(callee) || marks.some((mark) => !MARKS.includes(mark))) return undefined;
  const isGroup = groups.has(callee.text);
  if (!isGroup && !TESTS.includes(callee.text)) return undefined;
  const isTable = ts.isPropertyAccessExpression(call.expression) && marks[0] === 'each';
  if (isTable) return undefined;
  return { call, isGroup, isSkipped: marks.some((mark) => NOT_RUN.includes(mark)), title: titleOf(call.arguments[0]) };
}

function titleOf(title: ts.Expression | undefined): string | undefined {
  if (title === undefined) return undefined;
  if (ts.isStringLiteralLike(title)) return title.text;
  return ts.isTemplateExpression(title) ? title.getText().slice(1, -1) : undefined;
}
