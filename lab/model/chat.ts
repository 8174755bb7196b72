/** A tool as Chat Completions take it. */
export interface ChatTool {
  readonly name: string;
  readonly description?: string | undefined;
  readonly inputSchema: object;
}

interface ToolCall {
  readonly id: string;
  readonly function: { readonly name: string; readonly arguments: string };
}

interface Message {
  readonly role: string;
  readonly content?: string | null;
  readonly tool_call_id?: string;
  readonly tool_calls?: readonly ToolCall[] | null;
}

/** A model behind an OpenAI-compatible address. */
export interface Model {
  /** The address before `/chat/completions`. */
  readonly url: string;
  readonly name: string;
  readonly key?: string | undefined;
}

/** What a model did for a question: what its calls answered, and what it said at last. */
export interface Conversation {
  readonly answers: readonly string[];
  readonly text: string;
}

interface Question {
  readonly system: string;
  readonly text: string;
  readonly tools: readonly ChatTool[];
  /** Calls a tool. Its text goes back to the model, errors as well. */
  readonly call: (name: string, given: object) => Promise<string>;
}

/** More calls than this are no answer any more. */
const MOST_CALLS = 8;

/**
 * Lets a model answer a question with tools.
 * @throws Error for an answer of the model's server that is no completion
 */
export async function askModel(model: Model, { system, text, tools, call }: Question): Promise<Conversation> {
  const messages: Message[] = [
    { role: 'system', content: system },
    { role: 'user', content: text },
  ];
  const answers: string[] = [];
  for (;;) {
    const message = await complete(model, messages, tools);
    const calls = message.tool_calls ?? [];
    if (calls.length === 0 || answers.length >= MOST_CALLS) return { answers, text: message.content ?? '' };
    messages.push(message);
    for (const { id, function: asked } of calls) {
      const given = argumentsIn(asked.arguments);
      const content =
        given === undefined ? '{"error":"The arguments are no JSON object."}' : await call(asked.name, given);
      answers.push(content);
      messages.push({ role: 'tool', tool_call_id: id, content });
    }
  }
}

async function complete({ url, name, key }: Model, messages: readonly Message[], tools: readonly ChatTool[]) {
  const functions = tools.map(({ name: tool, description, inputSchema: parameters }) => ({
    type: 'function',
    function: { name: tool, description, parameters },
  }));
  const answer = await fetch(`${url.replace(/\/$/, '')}/chat/completions`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...(key !== undefined && { Authorization: `Bearer ${key}` }) },
    body: JSON.stringify({ model: name, messages, tools: functions }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`The model answered ${answer.status}: ${text.slice(0, 300)}`);
  const { choices } = JSON.parse(text) as { readonly choices?: readonly { readonly message: Message }[] };
  const message = choices?.[0]?.message;
  if (message === undefined) throw new Error(`The model answered no message: ${text.slice(0, 300)}`);
  return message;
}

/** The arguments of a call; undefined where they are no JSON object. */
function argumentsIn(text: string): object | undefined {
  try {
    const given: unknown = JSON.parse(text === '' ? '{}' : text);
    return typeof given === 'object' && given !== null && !Array.isArray(given) ? given : undefined;
  } catch {
    return undefined;
  }
}
