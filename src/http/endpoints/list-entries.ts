/**
 * `/v1/lists/{kind}/entries`: entries of a list are added, read and archived by a merchant's server. None is
 * found by its value, which is a guest's: a URL is in the logs of proxies.
 */
import { FieldFault, FieldReader } from "../../base/domain-error.ts";
import { listLimits } from "../../decisions/lists/limits.ts";
import {
  archiveListEntry,
  ensureListEntry,
  type ListDeps,
  listEntries,
} from "../../decisions/lists/lists.ts";
import { type ListKind, listKinds } from "../../storage/port/lists.ts";
import { Problem } from "../problems/problem.ts";
import { jsonResponse, type MerchantHandler } from "./merchant-endpoint.ts";

/** A repeated request is answered with the entry that the first one added. */
export function addListEntryHandler(deps: ListDeps): MerchantHandler {
  return async ({ request, owner: { project, keyId }, body }) => {
    const { kind } = pathOf(request);
    const { type, value, reason, expiresAt, decisionId, review } = body;
    const entry = { kind, type, value, reason, expiresAt, decisionId, review };
    const input = { projectId: project.id, ...entry };
    return jsonResponse(await ensureListEntry(deps, { name: keyId }, input));
  };
}

/** Newest first, in pages. */
export function listEntriesHandler(deps: Pick<ListDeps, "store">): MerchantHandler {
  return async ({ request, owner: { project } }) => {
    const { kind, query } = pathOf(request);
    const page = { projectId: project.id, kind, ...readQuery(query) };
    return jsonResponse(await listEntries(deps, page));
  };
}

export function archiveListEntryHandler(deps: ListDeps): MerchantHandler {
  return async ({ request, owner: { project, keyId } }) => {
    const { kind, entryId } = pathOf(request);
    const params = { projectId: project.id, kind, entryId };
    return jsonResponse(await archiveListEntry(deps, { name: keyId }, params));
  };
}

/** @throws Problem not_found */
function pathOf(request: Request): { kind: ListKind; entryId: string; query: URLSearchParams } {
  const { pathname, searchParams: query } = new URL(request.url);
  const [, , , name, , entryId = ""] = pathname.split("/");
  const kind = listKinds.find((one) => one === name);
  if (!kind) {
    throw new Problem("not_found", `There is no such list. The lists are ${listKinds.join(", ")}.`);
  }
  return { kind, entryId, query };
}

/**
 * Parameters that the endpoint does not have are ignored, like unknown members of a body.
 * @throws DomainError invalid_input
 */
function readQuery(query: URLSearchParams) {
  const fields = new FieldReader();
  const archived = fields.read("archived", () => readArchived(query.get("archived") ?? "false"));
  const limit = fields.read("limit", () =>
    readLimit(query.get("limit") ?? String(listLimits.page)),
  );
  fields.assertRead();
  return { archived: archived!, limit: limit!, cursor: query.get("cursor") };
}

function readArchived(text: string): boolean {
  if (text !== "true" && text !== "false") throw new FieldFault("must be true or false");
  return text === "true";
}

function readLimit(text: string): number {
  if (/^[1-9]\d{0,2}$/.test(text) && Number(text) <= listLimits.page) return Number(text);
  throw new FieldFault(`must be a whole number from 1 to ${listLimits.page}`);
}
