/** What every door's handler is given, typed: the visitor or the caller. */
import { Elysia } from "elysia";
import { admitCaller, admitVisitor } from "./admit.ts";
import type { Parts } from "./parts.ts";

/** The address at the other end of each request's connection. */
export const peers = new WeakMap<Request, string>();

type Context = { request: Request; route: string; params: unknown };

const knock = ({ request, route, params }: Context) => ({
  ...{ request, route, peer: peers.get(request) ?? "" },
  params: (params ?? {}) as Record<string, string>,
});

/** Doors for anyone. Checked before the body is looked at, as at all doors. */
export const openDoors = (parts: Parts) =>
  new Elysia().derive({ as: "scoped" }, ({ request, route, params }) => ({
    visitor: admitVisitor(parts, knock({ request, route, params })),
  }));

/** Doors for those who are signed in, and who may. */
export const closedDoors = (parts: Parts) =>
  new Elysia().derive({ as: "scoped" }, async ({ request, route, params }) => ({
    caller: await admitCaller(parts, knock({ request, route, params })),
  }));
