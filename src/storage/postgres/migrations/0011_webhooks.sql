CREATE TABLE "control_events" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"project_id" text COLLATE "C",
	"type" text NOT NULL,
	"at" bigint NOT NULL,
	"data" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "webhook_deliveries" (
	"project_id" text COLLATE "C" NOT NULL,
	"event_id" text COLLATE "C" NOT NULL,
	"endpoint_id" text COLLATE "C" NOT NULL,
	"state" text NOT NULL,
	"attempt" integer NOT NULL,
	"due_at" bigint NOT NULL,
	"last_at" bigint,
	"status" integer,
	"error" text,
	"took_ms" bigint,
	CONSTRAINT "webhook_deliveries_project_id_event_id_endpoint_id_pk" PRIMARY KEY("project_id","event_id","endpoint_id")
);
--> statement-breakpoint
CREATE TABLE "webhook_endpoints" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"project_id" text COLLATE "C" NOT NULL,
	"url" text NOT NULL,
	"events" text NOT NULL,
	"description" text NOT NULL,
	"secret" text NOT NULL,
	"previous_secret" text,
	"previous_until" bigint,
	"created_by" text NOT NULL,
	"created_at" bigint NOT NULL,
	"disabled_at" bigint,
	"disabled_because" text,
	"archived_at" bigint
);
--> statement-breakpoint
CREATE TABLE "webhook_events" (
	"project_id" text COLLATE "C" NOT NULL,
	"id" text COLLATE "C" NOT NULL,
	"type" text NOT NULL,
	"at" bigint NOT NULL,
	"data" text NOT NULL,
	"sequence" bigint,
	CONSTRAINT "webhook_events_project_id_id_pk" PRIMARY KEY("project_id","id")
);
--> statement-breakpoint
CREATE TABLE "webhook_sequences" (
	"project_id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"last" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "projects" ADD COLUMN "webhook_events" text;--> statement-breakpoint
ALTER TABLE "webhook_endpoints" ADD CONSTRAINT "webhook_endpoints_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "webhook_deliveries_waiting" ON "webhook_deliveries" USING btree ("endpoint_id","due_at") WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX "webhook_deliveries_by_endpoint" ON "webhook_deliveries" USING btree ("endpoint_id","event_id");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_undelivered" ON "webhook_deliveries" USING btree ("endpoint_id","event_id") WHERE state IN ('failed', 'dropped');--> statement-breakpoint
CREATE INDEX "webhook_endpoints_by_project" ON "webhook_endpoints" USING btree ("project_id","created_at");--> statement-breakpoint
CREATE INDEX "webhook_events_fresh" ON "webhook_events" USING btree ("id") WHERE sequence IS NULL;
--> statement-breakpoint
-- Events as the service gives them: a JSON array.
CREATE FUNCTION record_webhook_events_1(given json) RETURNS void LANGUAGE sql AS $$
  INSERT INTO webhook_events (project_id, id, type, at, data)
  SELECT e."projectId", e.id, e.type, e.at, e.data
  FROM json_to_recordset(given) AS e ("projectId" text, id text, type text, at bigint, data text)
$$;
--> statement-breakpoint
-- As commit_with_passes_1, where some decisions have an event for webhooks ("event" of `given`), which is recorded
-- with the decision.
CREATE FUNCTION commit_with_events_1(records json, given json, outcomes json)
RETURNS TABLE (n int, refused text) LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  not_stored int[] := '{}';
  one record;
BEGIN
  FOR one IN SELECT c.n, c.refused FROM commit_with_passes_1(records, given, outcomes) AS c
  LOOP
    not_stored := not_stored || one.n;
    n := one.n; refused := one.refused;
    RETURN NEXT;
  END LOOP;
  PERFORM record_webhook_events_1(coalesce(json_agg(g.event), '[]'))
  FROM json_to_recordset(given) AS g (n int, event json)
  WHERE g.event IS NOT NULL AND g.n <> ALL (not_stored);
END
$$;
--> statement-breakpoint
-- As report_outcomes_1, where some reports have an event for webhooks ("event"), which is recorded with those that
-- are added: these are answered with all their members.
CREATE FUNCTION report_with_events_1(given json) RETURNS SETOF json LANGUAGE plpgsql AS $$
DECLARE
  one record;
BEGIN
  FOR one IN
    SELECT r.newest, given -> (r.n - 1)::int -> 'event' AS event
    FROM report_outcomes_1(given) WITH ORDINALITY AS r (newest, n)
  LOOP
    IF one.event IS NOT NULL AND one.newest ->> 'projectId' IS NOT NULL THEN
      PERFORM record_webhook_events_1(json_build_array(one.event));
    END IF;
    RETURN NEXT one.newest;
  END LOOP;
END
$$;
