/** What can be done with a model, as things are: for the menus. The service decides. */
import type { ListedModel, ModelsHere } from "../../../dashboard-api/models/list.ts";

/** In the project of the page, or in all. */
export type Where = "here" | "all";

export type Deed =
  | { kind: "promote"; where: Where }
  | { kind: "shadow"; where: Where }
  | { kind: "end-shadow"; where: Where }
  | { kind: "retire" };

export interface Rights {
  /** Whether this person may change who decides in the project, and in all. */
  here: boolean;
  all: boolean;
}

export function deedsWith(
  { model, state }: Pick<ListedModel, "model" | "state">,
  { own, all, deciding }: Pick<ModelsHere, "own" | "all" | "deciding">,
  may: Rights,
): Deed[] {
  if (state === "retired") return [];
  const chosenHere = own?.model ?? all.model;
  const deeds: (Deed | false)[] = [
    may.here && chosenHere !== model && { kind: "promote", where: "here" },
    may.all && all.model !== model && { kind: "promote", where: "all" },
    may.here &&
      own?.shadow !== model &&
      deciding.model !== model && { kind: "shadow", where: "here" },
    may.all && all.shadow !== model && all.model !== model && { kind: "shadow", where: "all" },
    may.here && own?.shadow === model && { kind: "end-shadow", where: "here" },
    may.all && all.shadow === model && { kind: "end-shadow", where: "all" },
    may.all && state === "candidate" && { kind: "retire" },
  ];
  return deeds.filter((deed) => deed !== false);
}

const ofPlace = { here: "this project", all: "all projects" } as const;

export function sayDeed(deed: Deed): string {
  switch (deed.kind) {
    case "promote":
      return `Promote for ${ofPlace[deed.where]}`;
    case "shadow":
      return `Into the shadow of ${ofPlace[deed.where]}`;
    case "end-shadow":
      return `Out of the shadow of ${ofPlace[deed.where]}`;
    case "retire":
      return "Retire";
  }
}
