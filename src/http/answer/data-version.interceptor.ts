import type { CallHandler, ExecutionContext, NestInterceptor } from '@nestjs/common';
import { Injectable } from '@nestjs/common';
import type { Response } from 'express';
import type { Observable } from 'rxjs';
import { tap } from 'rxjs';
import type { ServiceRequest } from '../request/request-context.js';

/** The versions of the data. The search module binds it. */
export abstract class DataVersions {
  /** The version, as `<epoch>.<number>`, that all answers made from now on have at least; undefined before it is known. */
  abstract readonly dataVersion: string | undefined;

  /**
   * Waits until answers have at least a version.
   * @throws UnavailableFailure (503) when that can't be found out
   */
  abstract reach(version: string): Promise<void>;

  /**
   * Runs work whose result shows the data, anew when the version changed meanwhile, and notes the version on the caller.
   * @throws what the work throws
   */
  abstract atOneVersion<Result>(
    caller: { dataVersion?: string | undefined },
    work: () => Promise<Result>,
  ): Promise<Result>;
}

/**
 * Names the version of the data on every answer of an operation, and makes the `X-Data-Version` of a request a lower bound
 * of it (docs/api.md, "Versions of the data").
 */
@Injectable()
export class DataVersionInterceptor implements NestInterceptor {
  constructor(private readonly versions: DataVersions) {}

  /** @throws what `DataVersions.reach` throws */
  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const http = context.switchToHttp();
    const request = http.getRequest<ServiceRequest>();
    if (request.context.token === undefined) return next.handle();
    const sent = request.headers['x-data-version'] as string | undefined;
    if (sent !== undefined) await this.versions.reach(sent);
    request.context.dataVersion = this.versions.dataVersion;
    const response = http.getResponse<Response>();
    showVersion(request, response);
    return next.handle().pipe(tap(() => showVersion(request, response)));
  }
}

/** Sets the headers about the version of the data, unless the head of the answer is sent. */
export function showVersion({ context: { dataVersion }, headers }: ServiceRequest, response: Response): void {
  const sent = headers['x-data-version'];
  if (dataVersion === undefined || response.headersSent) return;
  response.setHeader('X-Data-Version', dataVersion);
  if (sent !== undefined && sent !== dataVersion) response.setHeader('X-Data-Changed', '1');
}
