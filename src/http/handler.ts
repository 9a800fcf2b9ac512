/** What every route of a listener consists of. */

/** `peer` gives the address at the other end of the connection. */
export type Handler = (request: Request, peer: () => string) => Promise<Response> | Response;
/** By path and method. */
export type Routes = Readonly<Record<string, Readonly<Record<string, Handler>>>>;
