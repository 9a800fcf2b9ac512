/** Fills in the checkout form by typing. */
import type { Person } from "../kind.ts";
import type { Guest } from "./guest.ts";

export const textFields = ["firstName", "lastName", "email", "phone", "addressLine"] as const;

type TextField = (typeof textFields)[number];

/** How a guest enters and fills each field. */
export interface FormHabits {
  /** Moves to the next field; `first` is true for the first field of the form. */
  enter(guest: Guest, name: string, first: boolean): Promise<void>;
  /** Moves to the next field, a list, and chooses the entry that begins with the letters. */
  choose(guest: Guest, name: string, letters: string): Promise<void>;
  /** Fields that are not simply typed. */
  instead?: Partial<Record<TextField, (guest: Guest) => Promise<void>>>;
}

export async function fillForm(guest: Guest, habits: FormHabits): Promise<void> {
  const { desktop, person, typist, pause } = guest;
  for (const [index, name] of textFields.entries()) {
    await habits.enter(guest, name, index === 0);
    await pause(0.15, 0.6);
    const special = habits.instead?.[name];
    await (special ? special(guest) : desktop.input.type(person[name], typist));
    await pause(0.2, 0.7);
  }
  await habits.choose(guest, "country", typedCountry(person));
}

/** Enough letters of a country's name to identify it in the list. */
export function typedCountry({ country }: Person): string {
  const name = new Intl.DisplayNames("en", { type: "region" }).of(country)!.toLowerCase();
  return name.slice(0, name.startsWith("united") ? 8 : 4);
}

/** Clicks on every field. */
export const byClick: FormHabits = {
  enter: ({ desktop }, name) => desktop.click(name),
  choose: ({ desktop, typist }, name, letters) => desktop.choose(name, letters, typist),
};

/** Clicks on the first field and uses Tab for the others. */
export const byTab: FormHabits = {
  enter: ({ desktop }, name, first) => (first ? desktop.click(name) : desktop.input.press("Tab")),
  choose: chooseByTab,
};

/** A closed list accepts letters as well, forgets them after a second, and needs no Enter. */
export async function chooseByTab({ desktop, typist, pause }: Guest, _: string, letters: string) {
  await desktop.input.press("Tab");
  await pause(0.2, 0.6);
  await desktop.input.type(letters, { ...typist, gapMs: 170, slips: 0 });
}
