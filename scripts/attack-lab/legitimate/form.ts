/** The checkout's form, filled by typing. */
import type { Person } from "../kind.ts";
import type { Guest } from "./guest.ts";

export const textFields = ["firstName", "lastName", "email", "phone", "addressLine"] as const;

type TextField = (typeof textFields)[number];

/** How somebody gets into a field, and what is done in it. */
export interface FormHabits {
  /** Goes to the next field; `first` is true for the form's first. */
  enter(guest: Guest, name: string, first: boolean): Promise<void>;
  /** Goes to the next field, which is a list, and picks what begins with the letters. */
  choose(guest: Guest, name: string, letters: string): Promise<void>;
  /** Where a field is not simply typed. */
  instead?: Partial<Record<TextField, (guest: Guest) => Promise<void>>>;
}

export async function fillForm(guest: Guest, habits: FormHabits): Promise<void> {
  const { desk, person, typist, pause } = guest;
  for (const [index, name] of textFields.entries()) {
    await habits.enter(guest, name, index === 0);
    await pause(0.15, 0.6);
    const special = habits.instead?.[name];
    await (special ? special(guest) : desk.hands.type(person[name], typist));
    await pause(0.2, 0.7);
  }
  await habits.choose(guest, "country", typedCountry(person));
}

/** As many letters of a country as tell it from the others of the list. */
export function typedCountry({ country }: Person): string {
  const name = new Intl.DisplayNames("en", { type: "region" }).of(country)!.toLowerCase();
  return name.slice(0, name.startsWith("united") ? 8 : 4);
}

/** Every field with a click. */
export const byClick: FormHabits = {
  enter: ({ desk }, name) => desk.click(name),
  choose: ({ desk, typist }, name, letters) => desk.choose(name, letters, typist),
};

/** The first with a click, the others with the tabulator. */
export const byTab: FormHabits = {
  enter: ({ desk }, name, first) => (first ? desk.click(name) : desk.hands.press("Tab")),
  choose: chooseByTab,
};

/** A list that is not open takes letters as well, forgets them after a second, and needs no Enter. */
export async function chooseByTab({ desk, typist, pause }: Guest, _: string, letters: string) {
  await desk.hands.press("Tab");
  await pause(0.2, 0.6);
  await desk.hands.type(letters, { ...typist, gapMs: 170, slips: 0 });
}
