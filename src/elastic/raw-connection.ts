import type { ConnectionRequestParams } from '@elastic/elasticsearch';
import { errors, UndiciConnection } from '@elastic/elasticsearch';

/** In the `context` of a request: its answer is wanted as bytes, not decoded. */
export const AS_BYTES = Object.freeze({ answer: 'bytes' });

type Options = Parameters<UndiciConnection['request']>[1];

/** What the client's transport leaves as it is: it decodes JSON by the type of the answer alone. */
const OPAQUE = { 'content-type': 'application/octet-stream' };

/**
 * A connection that hands a good answer over as its bytes, one a character (latin1), to whoever asks with `AS_BYTES`:
 * an answer that is passed on need not be decoded and encoded again. Answers of failure are decoded as ever.
 */
export class RawConnection extends UndiciConnection {
  override async request(params: ConnectionRequestParams, options: Options): Promise<never> {
    const { answer } = (options.context ?? {}) as Partial<typeof AS_BYTES>;
    if (answer !== AS_BYTES.answer) return (await super.request(params, options)) as never;
    const { statusCode, headers, body } = await super.request(params, { ...options, asStream: true });
    const bytes = await this.readAll(body, options.signal);
    return (
      statusCode < 400
        ? { statusCode, headers: { ...headers, ...OPAQUE }, body: bytes.toString('latin1') }
        : { statusCode, headers, body: bytes.toString('utf8') }
    ) as never;
  }

  private async readAll(body: AsyncIterable<Buffer>, signal: AbortSignal | undefined): Promise<Buffer> {
    const chunks: Buffer[] = [];
    try {
      for await (const chunk of body) chunks.push(chunk);
    } catch (error) {
      if (signal?.aborted === true) throw new errors.RequestAbortedError('Request aborted');
      throw new errors.ConnectionError((error as Error).message);
    }
    return chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks);
  }
}
