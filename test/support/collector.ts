import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

interface OtlpAttribute {
  readonly key: string;
  readonly value: { readonly stringValue?: string; readonly intValue?: number; readonly boolValue?: boolean };
}
interface OtlpSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  /** 2: of a server, 3: of a client. */
  readonly kind: number;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: readonly OtlpAttribute[];
  /** code 2: an error. */
  readonly status: { readonly code: number };
}
interface Export {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly OtlpAttribute[] };
    readonly scopeSpans: readonly { readonly spans: readonly OtlpSpan[] }[];
  }[];
}
export interface Span extends Omit<OtlpSpan, 'attributes'> {
  readonly attributes: Readonly<Record<string, unknown>>;
}

/** A collector of traces: OTLP over HTTP, as JSON; or one that takes whatever comes and never answers. */
export class Collector {
  /** Whatever was sent, as it was sent: headers and bodies. */
  received = '';
  readonly resources: Readonly<Record<string, unknown>>[] = [];
  readonly spans: Span[] = [];
  /** Exports that were begun. */
  asked = 0;

  private constructor(private readonly server: Server) {}

  static async start(answer: 'takes' | 'hangs' | 'fails'): Promise<Collector> {
    const server = createServer((request, response) => {
      collector.asked += 1;
      void text(request).then((body) => {
        collector.received += `${request.method} ${request.url} ${JSON.stringify(request.headers)}\n${body}\n`;
        if (answer === 'takes') collector.take(JSON.parse(body) as Export);
        if (answer !== 'hangs') response.writeHead(answer === 'takes' ? 200 : 500).end('{}');
      });
    });
    const collector = new Collector(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return collector;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/v1/traces`;
  }

  async close(): Promise<void> {
    const closed = new Promise((resolve) => this.server.close(resolve));
    this.server.closeAllConnections();
    await closed;
  }

  private take({ resourceSpans }: Export): void {
    for (const { resource, scopeSpans } of resourceSpans) {
      this.resources.push(plain(resource.attributes));
      for (const { spans } of scopeSpans) {
        this.spans.push(...spans.map((span) => ({ ...span, attributes: plain(span.attributes) })));
      }
    }
  }
}

const plain = (attributes: readonly OtlpAttribute[]): Record<string, unknown> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
