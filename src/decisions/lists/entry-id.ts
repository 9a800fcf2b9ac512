import { randomBase62 } from "../../base/base62.ts";

export const newEntryId = () => `lst_${randomBase62(16)}`;
