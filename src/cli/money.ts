/** `booking-risk project money show | set` */
import type { Command } from "commander";
import { UsageError } from "../app/config/setting.ts";
import { getMoneyTerms, setMoneyTerms } from "../evaluation/money/set-money-terms.ts";
import { type MoneyTerms, type TermName, termNames } from "../evaluation/money/terms.ts";
import { operatingSystemUser } from "./actor.ts";
import { answer, examples, table } from "./output.ts";
import { type CommonFlags, withDeps } from "./with-store.ts";

type Flags = CommonFlags & { project: string };
type SetFlags = Flags & { readonly [Name in TermName]?: string };

/** In place of the value of a fraudulent booking: it is that of any booking. */
const none = "none";

export function moneyCommands(project: Command): void {
  const money = project
    .command("money")
    .description(
      "What bookings earn and mistakes cost, from which the page Money and replays compute",
    );
  money
    .command("show")
    .description("Show the amounts of a project")
    .requiredOption("--project <id>", "the project")
    .addHelpText(...examples("project money show --project prj_Zk3x9Qw1Ab"))
    .action((flags: Flags) => show(flags));
  money
    .command("set")
    .description(
      "Enter the amounts of a project, or change some of them. The first time, all but --fraud-value are needed",
    )
    .requiredOption("--project <id>", "the project")
    .option("--currency <code>", "of all amounts, such as EUR; nothing is converted")
    .option(
      "--booking-value <amount>",
      "of a booking whose amount was not sent, or is in another currency",
    )
    .option(
      "--fraud-value <amount>",
      `the same of a fraudulent booking; ${none}: as of any booking`,
    )
    .option("--margin-percent <percent>", "of a booking's value, what is earned with it")
    .option("--chargeback-fee <amount>", "what the bank charges for a chargeback")
    .option("--fraud-loss-percent <percent>", "of a fraudulent booking's value, what is lost")
    .option("--lifetime-value <amount>", "later revenue lost with a genuine guest who is refused")
    .addHelpText(
      ...examples(
        "project money set --project prj_Zk3x9Qw1Ab --currency EUR --booking-value 300 --margin-percent 15 " +
          "--chargeback-fee 25 --fraud-loss-percent 100 --lifetime-value 40",
        "project money set --project prj_Zk3x9Qw1Ab --fraud-value 520",
      ),
    )
    .action((flags: SetFlags) => set(flags));
}

async function show(flags: Flags): Promise<void> {
  const terms = await withDeps(flags, (deps) => getMoneyTerms(deps, flags.project));
  answer(flags.json, terms, () =>
    terms ? lines(terms) : ["Nothing is entered. Enter it: booking-risk project money set"],
  );
}

async function set({ project: projectId, fraudValue, ...flags }: SetFlags): Promise<void> {
  const entered: Partial<Record<TermName, string | null>> = Object.fromEntries(
    termNames.flatMap((name) => {
      const text = name === "fraudValue" ? fraudValue : flags[name];
      return text === undefined ? [] : [[name, text === none ? null : text]];
    }),
  );
  if (Object.keys(entered).length === 0) {
    throw new UsageError("name an amount to enter; see: booking-risk project money set --help");
  }
  const terms = await withDeps(flags, async (deps) => {
    const before = await getMoneyTerms(deps, projectId);
    return setMoneyTerms(deps, operatingSystemUser(), {
      projectId,
      fields: { ...before, ...entered },
      replaces: before, // Nobody's change is lost with what was not given.
    });
  });
  answer(flags.json, terms, () => lines(terms));
}

function lines(terms: MoneyTerms): string[] {
  const { currency, bookingValue, fraudValue } = terms;
  const amount = (value: number) => `${value} ${currency}`;
  return table(
    ["AMOUNT", "VALUE"],
    [
      ["a booking whose amount is not known", amount(bookingValue)],
      ["a fraudulent one", amount(fraudValue ?? bookingValue)],
      ["earned with a booking", `${terms.marginPercent} %`],
      ["fee of a chargeback", amount(terms.chargebackFee)],
      ["lost with a fraudulent booking", `${terms.fraudLossPercent} %`],
      ["later revenue lost with a refused guest", amount(terms.lifetimeValue)],
    ],
  );
}
