import { type Answer, type CallOptions, readAnswer, requestText, type Transport } from './transport.js';

const MOST_HELD = 100;

/** The newest answers to GET, which the service sends again only when they have changed. */
export class HeldAnswers {
  /** Their tags, and themselves as JSON, so that no user of one changes the next. */
  private readonly answers = new Map<string, { readonly tag: string; readonly text: string }>();

  constructor(private readonly transport: Transport) {}

  /** Asks by GET. @throws as `Transport.send` */
  async get<Data extends object>(path: string, request: object, options: CallOptions = {}): Promise<Answer<Data>> {
    const fields = Object.entries(JSON.parse(requestText(request)) as object).filter(([, value]) => value !== null);
    const query = new URLSearchParams(fields.map(([name, value]): [string, string] => [name, String(value)]));
    const address = fields.length === 0 ? path : `${path}?${query}`;
    const held = this.answers.get(address);
    const headers = { ...(held && { 'If-None-Match': held.tag }), ...options.headers };
    const answer = await this.transport.send<Data>(address, undefined, { ...options, headers }, (response) =>
      readAnswer(response, response.status === 304 ? held?.text : undefined),
    );
    const tag = answer.response.headers.get('ETag');
    this.answers.delete(address);
    if (tag !== null) this.answers.set(address, { tag, text: JSON.stringify(answer.envelope) });
    const [oldest = ''] = this.answers.keys();
    if (this.answers.size > MOST_HELD) this.answers.delete(oldest);
    return answer;
  }
}
