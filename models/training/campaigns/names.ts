/** Real surnames and first names that look like a programmer's placeholder. */
import { plainWord } from "../simulator/names.ts";
import { randomOf } from "../simulator/random.ts";
import { book, merchantFor, type Plan, planOf, type View, views, withView } from "./bookings.ts";
import { alwaysWithin, type Campaign, type Case, type Finding } from "./case.ts";

const names = ["Foo", "Null", "Sample", "Test", "Tester", "None", "Prueba", "Dummy"];
/** An ordinary name, to know what any other name costs. */
const control = "Duarte";
const places = ["surname", "first name"] as const;
const usual = { surname: "Silva", "first name": "Maria" } as const;

/** Half of the guests have a mailbox with their name, the others one without it. */
function named(plan: Plan, place: (typeof places)[number], name: string, mailbox: string): Plan {
  const both = { ...usual, [place]: name };
  const { "first name": firstName, surname: lastName } = both;
  const [local, domain] = mailbox.split("@");
  const own = `${plainWord(firstName)}.${plainWord(lastName)}`;
  const email = `${local || own}@${domain}`;
  const guests = [{ firstName, lastName }, ...plan.guests.slice(1)];
  return { ...plan, guests, person: { ...plan.person, firstName, lastName, email } };
}

const lineOf = (place: string, view: View) => `${place}, ${view}`;

const controlOf = (view: View) => `${control} in place of either, ${view}`;

export const placeholderNames: Case = {
  name: "Foo, Null, Test and others against Maria Silva",
  campaigns: 12,
  lastsMs: 0,
  lines: [
    ...places.flatMap((place) =>
      views.map((view) => ({ name: lineOf(place, view), goals: [alwaysWithin(3)] })),
    ),
    ...views.map((view) => ({ name: controlOf(view), goals: [] })),
  ],
  *play(stage): Campaign {
    const { random, seed, at } = stage;
    const findings: Finding[] = [];
    const plan = planOf(random, merchantFor(stage, "with script"), at, { home: "PT" });
    const local = random.chance(0.5) ? "" : random.pick(["casa.azul", "sol77", "viagens21"]);
    const mailbox = `${local}@${random.pick(["gmail.com", "sapo.pt", "hotmail.com"])}`;
    for (const view of views) {
      const base = withView(plan, view);
      const sent = (one: Plan) => book(randomOf(`${seed}/visit`), one, at).sent;
      const ordinary = sent(named(base, "surname", usual.surname, mailbox));
      const plain = yield { at, sent: ordinary, probe: true };
      for (const place of places) {
        const points: number[] = [];
        for (const name of names) {
          const one = sent(named(base, place, name, mailbox));
          points.push((yield { at, sent: one, probe: true }).score - plain.score);
        }
        findings.push({ line: lineOf(place, view), points });
        const other = sent(named(base, place, control, mailbox));
        const { score } = yield { at, sent: other, probe: true };
        findings.push({ line: controlOf(view), points: [score - plain.score] });
      }
    }
    return findings;
  },
};
