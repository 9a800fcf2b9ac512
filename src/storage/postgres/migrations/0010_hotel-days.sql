CREATE TABLE "hotel_days" (
	"project_id" text COLLATE "C" NOT NULL,
	"hotel" bigint NOT NULL,
	"day" integer NOT NULL,
	"writer" integer NOT NULL,
	"attempts" integer NOT NULL,
	"frauds" integer NOT NULL,
	"delay_days" integer NOT NULL,
	CONSTRAINT "hotel_days_project_id_hotel_day_writer_pk" PRIMARY KEY("project_id","hotel","day","writer")
);
--> statement-breakpoint
CREATE INDEX "hotel_days_to_merge" ON "hotel_days" USING btree ("day") WHERE "hotel_days"."writer" <> 0;
--> statement-breakpoint
-- Adds to a hotel's day, and to that of all hotels of the project. A row of its own for each connection: none
-- waits for another, and no two can wait for each other.
CREATE FUNCTION add_hotel_day_1(project text, hotel_id bigint, on_day int, attempts_more int, frauds_more int, delay_more int)
RETURNS void LANGUAGE sql AS $$
  INSERT INTO hotel_days AS h (project_id, hotel, day, writer, attempts, frauds, delay_days)
  SELECT project, one, on_day, pg_backend_pid(), attempts_more, frauds_more, delay_more
  FROM unnest(ARRAY[hotel_id, 0]) AS one
  ON CONFLICT (project_id, hotel, day, writer) DO UPDATE SET
    attempts = h.attempts + excluded.attempts, frauds = h.frauds + excluded.frauds,
    delay_days = h.delay_days + excluded.delay_days
$$;
--> statement-breakpoint
-- An attempt counts once it is decided, whichever version of the product stores it.
CREATE FUNCTION count_attempt_day_1() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM add_hotel_day_1(NEW.project_id, NEW.hotel, (NEW.at / 86400000)::int, 1, 0, 0);
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER attempt_stored AFTER INSERT ON attempts FOR EACH ROW
WHEN (NEW.hotel IS NOT NULL) EXECUTE FUNCTION count_attempt_day_1();
--> statement-breakpoint
CREATE TRIGGER attempt_decided AFTER UPDATE ON attempts FOR EACH ROW
WHEN (OLD.hotel IS NULL AND NEW.hotel IS NOT NULL) EXECUTE FUNCTION count_attempt_day_1();
--> statement-breakpoint
-- A fraud counts on the day of its report, and is taken away on the day on which it is withdrawn or found to be
-- genuine.
CREATE FUNCTION count_report_day_1() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  before record;
  attempt record;
  was boolean := false;
  now_is boolean := NEW.outcome NOT IN ('legitimate', 'withdrawn');
  fraud_at bigint := NEW.reported_at;
  delay int;
BEGIN
  SELECT o.outcome, o.reported_at INTO before FROM outcomes AS o
  WHERE o.project_id = NEW.project_id AND o.decision_id = NEW.decision_id AND o.seq < NEW.seq
  ORDER BY o.seq DESC LIMIT 1;
  IF FOUND THEN
    was := before.outcome NOT IN ('legitimate', 'withdrawn');
    IF was THEN fraud_at := before.reported_at; END IF;
  END IF;
  IF was = now_is THEN RETURN NULL; END IF;
  SELECT a.at, a.hotel INTO attempt FROM decisions AS d
  JOIN attempts AS a ON a.project_id = d.project_id AND a.at = d.decided_at AND a.tie = d.tie
  WHERE d.project_id = NEW.project_id AND d.id = NEW.decision_id AND a.hotel IS NOT NULL;
  IF NOT FOUND THEN RETURN NULL; END IF;
  delay := greatest(0, fraud_at / 86400000 - attempt.at / 86400000);
  PERFORM add_hotel_day_1(NEW.project_id, attempt.hotel, (NEW.reported_at / 86400000)::int, 0,
    CASE WHEN now_is THEN 1 ELSE -1 END, CASE WHEN now_is THEN delay ELSE -delay END);
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER outcome_reported AFTER INSERT ON outcomes FOR EACH ROW
EXECUTE FUNCTION count_report_day_1();
--> statement-breakpoint
-- The days of a hotel before one, as a JSON array: the mean days until a fraud is reported; attempts, attempts as
-- many days earlier, and frauds, of 1, 7, 30 and 365 days; days since the first one; the project's attempts as many
-- days earlier, and its frauds, of 365 days. Null where the project had no attempt. At most 545 rows of each.
CREATE FUNCTION hotel_days_of_1(project text, hotel_id bigint, before int)
RETURNS json LANGUAGE plpgsql STABLE SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  of_all record;
  delay int;
  then_of_all bigint;
BEGIN
  IF hotel_id IS NULL THEN RETURN NULL; END IF;
  SELECT coalesce(bool_or(h.attempts > 0), false) AS known,
    coalesce(sum(h.frauds) FILTER (WHERE h.day >= before - 365), 0) AS frauds,
    coalesce(sum(h.delay_days) FILTER (WHERE h.day >= before - 365), 0) AS delays
  INTO of_all FROM hotel_days AS h
  WHERE h.project_id = project AND h.hotel = 0 AND h.day >= before - 545 AND h.day < before;
  IF NOT of_all.known THEN RETURN NULL; END IF;
  delay := CASE WHEN of_all.frauds <= 0 THEN 0
    ELSE least(greatest(round(of_all.delays::numeric / of_all.frauds), 0), 180) END;
  SELECT coalesce(sum(h.attempts), 0) INTO then_of_all FROM hotel_days AS h
  WHERE h.project_id = project AND h.hotel = 0
    AND h.day >= before - delay - 365 AND h.day < before - delay;
  RETURN (
    SELECT json_build_array(delay,
      json_build_array(
        coalesce(sum(h.attempts) FILTER (WHERE h.day >= before - 1), 0),
        coalesce(sum(h.attempts) FILTER (WHERE h.day >= before - 7), 0),
        coalesce(sum(h.attempts) FILTER (WHERE h.day >= before - 30), 0),
        coalesce(sum(h.attempts) FILTER (WHERE h.day >= before - 365), 0)),
      json_build_array(
        coalesce(sum(h.attempts) FILTER (WHERE h.day >= before - delay - 1 AND h.day < before - delay), 0),
        coalesce(sum(h.attempts) FILTER (WHERE h.day >= before - delay - 7 AND h.day < before - delay), 0),
        coalesce(sum(h.attempts) FILTER (WHERE h.day >= before - delay - 30 AND h.day < before - delay), 0),
        coalesce(sum(h.attempts) FILTER (WHERE h.day >= before - delay - 365 AND h.day < before - delay), 0)),
      json_build_array(
        coalesce(sum(h.frauds) FILTER (WHERE h.day >= before - 1), 0),
        coalesce(sum(h.frauds) FILTER (WHERE h.day >= before - 7), 0),
        coalesce(sum(h.frauds) FILTER (WHERE h.day >= before - 30), 0),
        coalesce(sum(h.frauds) FILTER (WHERE h.day >= before - 365), 0)),
      before - coalesce((
        SELECT f.day FROM hotel_days AS f
        WHERE f.project_id = project AND f.hotel = hotel_id AND f.attempts > 0 AND f.day < before
        ORDER BY f.day LIMIT 1), before),
      then_of_all, of_all.frauds)
    FROM hotel_days AS h
    WHERE h.project_id = project AND h.hotel = hotel_id AND h.day >= before - 545 AND h.day < before);
END
$$;
--> statement-breakpoint
-- As history_of_4, with the days of the hotel. The day that is over for less than a minute does not count yet.
CREATE FUNCTION history_of_5(project text, ids bigint[], since bigint, before_at bigint, before_tie bigint)
RETURNS text LANGUAGE sql STABLE AS $$
  SELECT left(history_of_4(project, ids, since, before_at, before_tie), -1) || ',"days":'
    || coalesce(hotel_days_of_1(project, ids[9], ((before_at - 60000) / 86400000)::int)::text, 'null') || '}'
$$;
--> statement-breakpoint
-- As open_attempts_4, with the history of history_of_5.
CREATE FUNCTION open_attempts_5(given json, ahead_max bigint, copy_id text)
RETURNS TABLE (n int, at bigint, key text, history text) LANGUAGE sql AS $$
  SELECT opened.n, opened.at, opened.key, left(opened.history, -1) || ',"days":'
    || coalesce(hotel_days_of_1(g.project, g.ids[9], ((opened.at - 60000) / 86400000)::int)::text, 'null') || '}'
  FROM open_attempts_4(given, ahead_max, copy_id) AS opened
  JOIN json_to_recordset(given) AS g (n int, project text, ids bigint[]) ON g.n = opened.n
$$;
--> statement-breakpoint
-- Makes one row of the rows of a day before this one. Rows that somebody writes to are left for the next time.
CREATE FUNCTION merge_hotel_days_1(before int) RETURNS void LANGUAGE sql AS $$
  WITH chosen AS (
    SELECT h.project_id, h.hotel, h.day, h.writer FROM hotel_days AS h
    WHERE h.writer <> 0 AND h.day < before LIMIT 10000 FOR UPDATE SKIP LOCKED
  ), gone AS (
    DELETE FROM hotel_days AS h USING chosen
    WHERE h.project_id = chosen.project_id AND h.hotel = chosen.hotel AND h.day = chosen.day
      AND h.writer = chosen.writer
    RETURNING h.*
  )
  INSERT INTO hotel_days AS h (project_id, hotel, day, writer, attempts, frauds, delay_days)
  SELECT project_id, hotel, day, 0, sum(attempts), sum(frauds), sum(delay_days) FROM gone
  GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
  ON CONFLICT (project_id, hotel, day, writer) DO UPDATE SET
    attempts = h.attempts + excluded.attempts, frauds = h.frauds + excluded.frauds,
    delay_days = h.delay_days + excluded.delay_days
$$;
--> statement-breakpoint
-- What was stored before.
INSERT INTO hotel_days
SELECT project_id, hotel, at / 86400000, 0, count(*), 0, 0 FROM attempts
WHERE hotel IS NOT NULL GROUP BY 1, 2, 3;
--> statement-breakpoint
WITH reported AS (
  SELECT o.project_id, o.decision_id, o.reported_at, o.outcome NOT IN ('legitimate', 'withdrawn') AS is_fraud,
    lag(o.outcome NOT IN ('legitimate', 'withdrawn'), 1, false) OVER of_decision AS was_fraud,
    lag(o.reported_at) OVER of_decision AS before_at
  FROM outcomes AS o
  WINDOW of_decision AS (PARTITION BY o.project_id, o.decision_id ORDER BY o.seq)
), changes AS (
  SELECT a.project_id, a.hotel, r.reported_at / 86400000 AS day, CASE WHEN r.is_fraud THEN 1 ELSE -1 END AS frauds,
    greatest(0, (CASE WHEN r.is_fraud THEN r.reported_at ELSE r.before_at END) / 86400000 - a.at / 86400000) AS delay
  FROM reported AS r
  JOIN decisions AS d ON d.project_id = r.project_id AND d.id = r.decision_id
  JOIN attempts AS a ON a.project_id = d.project_id AND a.at = d.decided_at AND a.tie = d.tie
  WHERE r.is_fraud <> r.was_fraud AND a.hotel IS NOT NULL
)
INSERT INTO hotel_days AS h
SELECT project_id, hotel, day, 0, 0, sum(frauds), sum(frauds * delay) FROM changes GROUP BY 1, 2, 3
ON CONFLICT (project_id, hotel, day, writer) DO UPDATE SET
  frauds = excluded.frauds, delay_days = excluded.delay_days;
--> statement-breakpoint
INSERT INTO hotel_days
SELECT project_id, 0, day, 0, sum(attempts), sum(frauds), sum(delay_days) FROM hotel_days GROUP BY 1, 3;
