import type { LinkKind } from "../../../storage/port/search.ts";

/**
 * The page of all that is known of what a decision has of this kind, such as its device. The value itself, which may
 * be a guest's e-mail address, is in no URL.
 */
export const identityPath = (projectId: string, decisionId: string, kind: LinkKind) =>
  `/p/${projectId}/decisions/${decisionId}/same/${kind}`;
