/**
 * The code samples of the API reference: each call with curl and with the five clients. The tests of the clients run
 * all of them.
 */

const sampleLanguages = {
  curl: { lang: "Shell", label: "curl" },
  typescript: { lang: "TypeScript", label: "TypeScript" },
  python: { lang: "Python", label: "Python" },
  go: { lang: "Go", label: "Go" },
  java: { lang: "Java", label: "Java" },
  php: { lang: "PHP", label: "PHP" },
} as const;

export type SampleLanguage = keyof typeof sampleLanguages;
export type SampledOperation =
  | "scoreBookingAttempt"
  | "getDecision"
  | "reportOutcome"
  | "addListEntry"
  | "listEntries"
  | "archiveListEntry";

/** The values in the samples. The dates follow the calendar, as those of the examples do. */
export interface SampleValues {
  decisionId: string;
  entryId: string;
  /** Days, as in 2027-05-01. */
  checkIn: string;
  checkOut: string;
}

type Samples = Readonly<Record<SampledOperation, string>>;

/** What the samples call: the page of the reference puts the address of its service there. */
export const sampleUrl = "https://risk.example.com";

const indented = (text: string, by: string) => text.replaceAll("\n", `\n${by}`);

function curl({ decisionId, entryId, checkIn, checkOut }: SampleValues): Samples {
  const key = '  -H "X-Service-Key: $BOOKING_RISK_SECRET_KEY"';
  const get = (path: string) => `curl "${sampleUrl}${path}" \\\n${key}`;
  const post = (path: string, body: string) =>
    `${get(path)} \\\n  -H "Content-Type: application/json" \\\n  -d '${indented(body, "  ")}'`;
  return {
    scoreBookingAttempt: `${get("/v1/risk")} \\
  -H "Content-Type: application/json" \\
  -H "Idempotency-Key: order-4711" \\
  -d '{
    "booker": {
      "firstName": "Ada",
      "lastName": "Lovelace",
      "email": "ada@example.com",
      "phone": "+351912345678"
    },
    "hotel": { "name": "Hotel Avenida", "country": "PT" },
    "booking": {
      "checkIn": "${checkIn}",
      "checkOut": "${checkOut}"
    },
    "requestId": "checkout-000123"
  }'`,
    getDecision: get(`/v1/decisions/${decisionId}`),
    reportOutcome: post(
      `/v1/decisions/${decisionId}/outcome`,
      `{
  "outcome": "chargeback",
  "requestId": "chargeback-000123"
}`,
    ),
    addListEntry: post(
      "/v1/lists/deny/entries",
      `{
  "type": "email",
  "value": "mallory@example.com",
  "reason": "Two chargebacks"
}`,
    ),
    listEntries: get("/v1/lists/deny/entries?limit=50"),
    archiveListEntry: `curl -X POST "${sampleUrl}/v1/lists/deny/entries/${entryId}/archive" \\\n${key}`,
  };
}

function typescript({ decisionId, entryId, checkIn, checkOut }: SampleValues): Samples {
  const program = (call: string) => `import { BookingRisk } from "booking-risk-client";

const risk = new BookingRisk({
  baseUrl: "${sampleUrl}",
  secretKey: process.env.BOOKING_RISK_SECRET_KEY ?? "",
});

${call}`;
  return {
    scoreBookingAttempt: program(`const decision = await risk.score({
  booker: {
    firstName: "Ada",
    lastName: "Lovelace",
    email: "ada@example.com",
    phone: "+351912345678",
  },
  hotel: { name: "Hotel Avenida", country: "PT" },
  booking: { checkIn: "${checkIn}", checkOut: "${checkOut}" },
  requestId: "checkout-000123",
});
console.log(decision.suggestedAction, decision.decisionId);`),
    getDecision: program(`const decision = await risk.getDecision("${decisionId}");
console.log(decision.riskScore, decision.reasons.summary);`),
    reportOutcome: program(`const outcome = await risk.reportOutcome("${decisionId}", {
  outcome: "chargeback",
  requestId: "chargeback-000123",
});
console.log(outcome.reportedAt);`),
    addListEntry: program(`const entry = await risk.addListEntry("deny", {
  type: "email",
  value: "mallory@example.com",
  reason: "Two chargebacks",
});
console.log(entry.entryId);`),
    listEntries: program(`const { entries, next } = await risk.listEntries("deny", { limit: 50 });
for (const { type, value, reason } of entries) console.log(type, value, reason);
console.log(next === null ? "The last page" : "There is more");`),
    archiveListEntry: program(`const entry = await risk.archiveListEntry("deny", "${entryId}");
console.log(entry.archivedAt);`),
  };
}

function python({ decisionId, entryId, checkIn, checkOut }: SampleValues): Samples {
  const program = (names: string, call: string, date = "") => `${date}import os

from booking_risk import ${names}

risk = BookingRisk("${sampleUrl}", os.environ["BOOKING_RISK_SECRET_KEY"])

${call}`;
  return {
    scoreBookingAttempt: program(
      "Booker, Booking, BookingRisk, Hotel, RiskRequest",
      `decision = risk.score(
    RiskRequest(
        booker=Booker(
            first_name="Ada",
            last_name="Lovelace",
            email="ada@example.com",
            phone="+351912345678",
        ),
        hotel=Hotel(name="Hotel Avenida", country="PT"),
        booking=Booking(
            check_in=datetime.date.fromisoformat("${checkIn}"),
            check_out=datetime.date.fromisoformat("${checkOut}"),
        ),
        request_id="checkout-000123",
    )
)
print(decision.suggested_action, decision.decision_id)`,
      "import datetime\n",
    ),
    getDecision: program(
      "BookingRisk",
      `decision = risk.get_decision("${decisionId}")
print(decision.risk_score, decision.reasons.summary)`,
    ),
    reportOutcome: program(
      "BookingRisk, OutcomeReport",
      `outcome = risk.report_outcome(
    "${decisionId}",
    OutcomeReport(outcome="chargeback", request_id="chargeback-000123"),
)
print(outcome.reported_at)`,
    ),
    addListEntry: program(
      "BookingRisk, NewListEntry",
      `entry = risk.add_list_entry(
    "deny",
    NewListEntry(type="email", value="mallory@example.com", reason="Two chargebacks"),
)
print(entry.entry_id)`,
    ),
    listEntries: program(
      "BookingRisk",
      `page = risk.list_entries("deny", limit=50)
for entry in page.entries:
    print(entry.type, entry.value, entry.reason)
print("The last page" if page.next is None else "There is more")`,
    ),
    archiveListEntry: program(
      "BookingRisk",
      `entry = risk.archive_list_entry("deny", "${entryId}")
print(entry.archived_at)`,
    ),
  };
}

function go({ decisionId, entryId, checkIn, checkOut }: SampleValues): Samples {
  const program = (call: string) => `package main

import (
	"context"
	"fmt"
	"log"
	"os"

	"booking-risk.example/bookingrisk"
)

func main() {
	ctx := context.Background()
	risk, err := bookingrisk.New("${sampleUrl}", os.Getenv("BOOKING_RISK_SECRET_KEY"))
	if err != nil {
		log.Fatal(err)
	}
	${indented(call, "\t")}
}`;
  const checked = "\nif err != nil {\n\tlog.Fatal(err)\n}\n";
  return {
    scoreBookingAttempt: program(`decision, err := risk.Score(ctx, bookingrisk.RiskRequest{
	Booker: bookingrisk.Booker{
		FirstName: "Ada",
		LastName:  "Lovelace",
		Email:     "ada@example.com",
		Phone:     "+351912345678",
	},
	Hotel:     bookingrisk.Hotel{Name: "Hotel Avenida", Country: "PT"},
	Booking:   bookingrisk.Booking{CheckIn: "${checkIn}", CheckOut: "${checkOut}"},
	RequestId: "checkout-000123",
})${checked}fmt.Println(decision.SuggestedAction, decision.DecisionId)`),
    getDecision: program(`decision, err := risk.GetDecision(ctx, "${decisionId}")${checked}\
for _, reason := range decision.Reasons.Strongest {
	fmt.Println(reason.Points, reason.Text)
}`),
    reportOutcome:
      program(`outcome, err := risk.ReportOutcome(ctx, "${decisionId}", bookingrisk.OutcomeReport{
	Outcome:   bookingrisk.OutcomeKindChargeback,
	RequestId: "chargeback-000123",
})${checked}fmt.Println(outcome.ReportedAt)`),
    addListEntry:
      program(`entry, err := risk.AddListEntry(ctx, bookingrisk.ListKindDeny, bookingrisk.NewListEntry{
	Type:   bookingrisk.ListTypeEmail,
	Value:  "mallory@example.com",
	Reason: "Two chargebacks",
})${checked}fmt.Println(entry.EntryId)`),
    listEntries:
      program(`page, err := risk.ListEntries(ctx, bookingrisk.ListKindDeny, bookingrisk.ListPage{Limit: 50})${checked}\
for _, entry := range page.Entries {
	fmt.Println(entry.Type, entry.Value, entry.Reason)
}
fmt.Println("More:", page.Next != nil)`),
    archiveListEntry:
      program(`entry, err := risk.ArchiveListEntry(ctx, bookingrisk.ListKindDeny, "${entryId}")${checked}\
fmt.Println(entry.ArchivedAt)`),
  };
}

function java({ decisionId, entryId, checkIn, checkOut }: SampleValues): Samples {
  const program = (imports: readonly string[], call: string) => `${imports
    .map((name) => `import ${name};`)
    .join("\n")}

class Sample {
    public static void main(String[] args) {
        var risk = new BookingRisk("${sampleUrl}", System.getenv("BOOKING_RISK_SECRET_KEY"));
        ${indented(call, "        ")}
    }
}`;
  const client = "bookingrisk.BookingRisk";
  const models = (...names: string[]) => names.map((name) => `bookingrisk.model.${name}`);
  return {
    scoreBookingAttempt: program(
      [client, ...models("Booker", "Booking", "Hotel", "RiskRequest"), "java.time.LocalDate"],
      `var decision =
        risk.score(
                new RiskRequest()
                        .booker(
                                new Booker()
                                        .firstName("Ada")
                                        .lastName("Lovelace")
                                        .email("ada@example.com")
                                        .phone("+351912345678"))
                        .hotel(new Hotel().name("Hotel Avenida").country("PT"))
                        .booking(
                                new Booking()
                                        .checkIn(LocalDate.parse("${checkIn}"))
                                        .checkOut(LocalDate.parse("${checkOut}")))
                        .requestId("checkout-000123"));
System.out.println(decision.suggestedAction() + " " + decision.decisionId());`,
    ),
    getDecision: program(
      [client],
      `var decision = risk.getDecision("${decisionId}");
System.out.println(decision.riskScore() + " " + decision.reasons().summary());`,
    ),
    reportOutcome: program(
      [client, ...models("OutcomeKind", "OutcomeReport")],
      `var outcome =
        risk.reportOutcome(
                "${decisionId}",
                new OutcomeReport()
                        .outcome(OutcomeKind.CHARGEBACK)
                        .requestId("chargeback-000123"));
System.out.println(outcome.reportedAt());`,
    ),
    addListEntry: program(
      [client, ...models("ListKind", "ListType", "NewListEntry")],
      `var entry =
        risk.addListEntry(
                ListKind.DENY,
                new NewListEntry()
                        .type(ListType.EMAIL)
                        .value("mallory@example.com")
                        .reason("Two chargebacks"));
System.out.println(entry.entryId());`,
    ),
    listEntries: program(
      [client, "bookingrisk.ListPage", ...models("ListKind")],
      `var page = risk.listEntries(ListKind.DENY, ListPage.FIRST.withLimit(50));
for (var entry : page.entries()) {
    System.out.println(entry.type() + " " + entry.value() + " " + entry.reason());
}
System.out.println(page.next() == null ? "The last page" : "There is more");`,
    ),
    archiveListEntry: program(
      [client, ...models("ListKind")],
      `var entry = risk.archiveListEntry(ListKind.DENY, "${entryId}");
System.out.println(entry.archivedAt());`,
    ),
  };
}

function php({ decisionId, entryId, checkIn, checkOut }: SampleValues): Samples {
  const program = (models: readonly string[], call: string) => `<?php

require __DIR__ . '/vendor/autoload.php';

${["BookingRisk", ...models.map((name) => `Model\\${name}`)]
  .map((name) => `use BookingRisk\\${name};`)
  .join("\n")}

$risk = new BookingRisk('${sampleUrl}', getenv('BOOKING_RISK_SECRET_KEY'));

${call}`;
  return {
    scoreBookingAttempt: program(
      ["Booker", "Booking", "Hotel", "RiskRequest"],
      `$decision = $risk->score(new RiskRequest(
    booker: new Booker(
        firstName: 'Ada',
        lastName: 'Lovelace',
        email: 'ada@example.com',
        phone: '+351912345678',
    ),
    hotel: new Hotel(name: 'Hotel Avenida', country: 'PT'),
    booking: new Booking(checkIn: '${checkIn}', checkOut: '${checkOut}'),
    requestId: 'checkout-000123',
));
echo "{$decision->suggestedAction} {$decision->decisionId}\\n";`,
    ),
    getDecision: program(
      [],
      `$decision = $risk->getDecision('${decisionId}');
echo "{$decision->riskScore} {$decision->reasons->summary}\\n";`,
    ),
    reportOutcome: program(
      ["OutcomeKind", "OutcomeReport"],
      `$outcome = $risk->reportOutcome(
    '${decisionId}',
    new OutcomeReport(outcome: OutcomeKind::CHARGEBACK, requestId: 'chargeback-000123'),
);
echo $outcome->reportedAt->format(DATE_ATOM), "\\n";`,
    ),
    addListEntry: program(
      ["ListKind", "ListType", "NewListEntry"],
      `$entry = $risk->addListEntry(ListKind::DENY, new NewListEntry(
    type: ListType::EMAIL,
    value: 'mallory@example.com',
    reason: 'Two chargebacks',
));
echo "{$entry->entryId}\\n";`,
    ),
    listEntries: program(
      ["ListKind"],
      `$page = $risk->listEntries(ListKind::DENY, limit: 50);
foreach ($page->entries as $entry) {
    echo "{$entry->type} {$entry->value} {$entry->reason}\\n";
}
echo $page->next === null ? "The last page\\n" : "There is more\\n";`,
    ),
    archiveListEntry: program(
      ["ListKind"],
      `$entry = $risk->archiveListEntry(ListKind::DENY, '${entryId}');
echo $entry->archivedAt?->format(DATE_ATOM), "\\n";`,
    ),
  };
}

/** The samples of every operation by language. */
export function codeSamples(values: SampleValues): Readonly<Record<SampleLanguage, Samples>> {
  return {
    curl: curl(values),
    typescript: typescript(values),
    python: python(values),
    go: go(values),
    java: java(values),
    php: php(values),
  };
}

/** As `x-codeSamples` of an operation has them. */
export const samplesOf = (
  samples: Readonly<Record<SampleLanguage, Samples>>,
  operation: SampledOperation,
) =>
  Object.entries(sampleLanguages).map(([language, named]) => ({
    ...named,
    source: samples[language as SampleLanguage][operation],
  }));
