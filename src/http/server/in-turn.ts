import type { NextFunction, Request, RequestHandler, Response } from 'express';

/** Handlers as one, which Express has to find its way to once; the first that fails ends the turn. */
export function inTurn(...handlers: readonly RequestHandler[]): RequestHandler {
  return (request: Request, response: Response, next: NextFunction): void => {
    let at = 0;
    const goOn = (error?: unknown): void => {
      const handler = handlers[at++];
      if (error !== undefined || handler === undefined) return next(error);
      void handler(request, response, goOn);
    };
    goOn();
  };
}
