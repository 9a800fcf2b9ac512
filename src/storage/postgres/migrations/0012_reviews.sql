CREATE TABLE "reviews" (
	"project_id" text COLLATE "C" NOT NULL,
	"decision_id" text COLLATE "C" NOT NULL,
	"sources" text NOT NULL,
	"opened_at" bigint NOT NULL,
	"deadline" bigint NOT NULL,
	"expected_loss" double precision NOT NULL,
	"place" double precision NOT NULL,
	"state" text NOT NULL,
	"due_at" bigint,
	"claim" integer NOT NULL,
	"claimed_by" text,
	"claimed_at" bigint,
	"verdict" text,
	"decided_by" text,
	"decided_at" bigint,
	CONSTRAINT "reviews_project_id_decision_id_pk" PRIMARY KEY("project_id","decision_id")
);
--> statement-breakpoint
ALTER TABLE "list_entries" ADD COLUMN "review" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "projects" ADD COLUMN "review_rules" text;--> statement-breakpoint
CREATE INDEX "reviews_by_place" ON "reviews" USING btree ("project_id","state","place","decision_id","due_at");--> statement-breakpoint
CREATE INDEX "reviews_by_due" ON "reviews" USING btree ("project_id","state","due_at","decision_id");--> statement-breakpoint
CREATE INDEX "reviews_decided" ON "reviews" USING btree ("project_id","decided_at") WHERE decided_at IS NOT NULL;
--> statement-breakpoint
-- As commit_with_events_1; `opened` are the reviews of some of the decisions, each with the `n` of its decision. One
-- whose decision is not stored is not opened.
CREATE FUNCTION commit_with_reviews_1(records json, given json, outcomes json, opened json)
RETURNS TABLE (n int, refused text) LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  not_stored json;
BEGIN
  SELECT coalesce(json_agg(c), '[]') INTO not_stored
  FROM commit_with_events_1(records, given, outcomes) AS c;

  INSERT INTO reviews
    (project_id, decision_id, sources, opened_at, deadline, expected_loss, place, state, due_at, claim)
  SELECT o."projectId", o."decisionId", o.sources, o."openedAt", o.deadline, o."expectedLoss", o.place,
    'waiting', o.deadline, 0
  FROM json_to_recordset(opened) AS o (
    n int, "projectId" text, "decisionId" text, sources text, "openedAt" bigint, deadline bigint,
    "expectedLoss" float8, place float8)
  WHERE NOT EXISTS (
    SELECT 1 FROM json_to_recordset(not_stored) AS one (n int) WHERE one.n = o.n);

  PERFORM record_webhook_events_1(coalesce(json_agg(o.event), '[]'))
  FROM json_to_recordset(opened) AS o (n int, event json)
  WHERE json_typeof(o.event) = 'object' AND NOT EXISTS (
    SELECT 1 FROM json_to_recordset(not_stored) AS one (n int) WHERE one.n = o.n);

  RETURN QUERY SELECT one.n, one.refused FROM json_to_recordset(not_stored) AS one (n int, refused text);
END
$$;
