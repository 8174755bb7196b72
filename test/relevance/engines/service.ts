import type { JudgedQuery } from '../queries/queries.js';
import type { Engine, Order } from './engine.js';
import { OPERATIONS } from './engine.js';

const AT_ONCE = 4;

interface SearchAnswer {
  readonly code: number;
  readonly message: string;
  readonly data: { readonly list: readonly Readonly<Record<string, string>>[] };
}

/** The service over HTTP, as its users ask it. */
export class ServiceEngine implements Engine {
  readonly name = 'ours';

  constructor(
    private readonly url: string,
    private readonly token: string,
  ) {}

  async search(queries: readonly JudgedQuery[], order: Order, size: number): Promise<string[][]> {
    const answers = new Array<string[]>(queries.length);
    const waiting = queries.entries();
    const worker = async (): Promise<void> => {
      for (const [index, query] of waiting) answers[index] = await this.ask(query, order, size);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
    return answers;
  }

  /** IDs of the first `size` products for keywords. */
  find(text: string, size: number): Promise<string[]> {
    return this.ask({ operation: 'product', text }, 'relevance', size);
  }

  private async ask(
    { operation, text }: Pick<JudgedQuery, 'operation' | 'text'>,
    order: Order,
    size: number,
  ): Promise<string[]> {
    const { path, id, figure } = OPERATIONS[operation];
    const response = await fetch(`${this.url}${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${this.token}` },
      body: JSON.stringify({
        keywords: text,
        pagesize: size,
        ...(operation === 'video' && { filter: { create_time_range: { min: 0 } } }),
        ...(order === 'figure' && { orderby: [{ field: figure, order: 'desc' }] }),
      }),
    });
    const { code, message, data } = (await response.json()) as SearchAnswer;
    if (code !== 0) throw new Error(`${path} answers "${text}" with ${code}: ${message}`);
    return data.list.map((record) => record[id] ?? '');
  }
}
