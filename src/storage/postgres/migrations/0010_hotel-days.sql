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
-- waits for another, and no two can wait for each other. The rows of "hotel" -1 count how often a day changed that
-- was over: whoever has summed the days before may do so again.
CREATE FUNCTION add_hotel_day_1(project text, hotel_id bigint, on_day int, attempts_more int, frauds_more int, delay_more int)
RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  is_over boolean := on_day < floor(extract(epoch FROM clock_timestamp()) / 86400);
BEGIN
  INSERT INTO hotel_days AS h (project_id, hotel, day, writer, attempts, frauds, delay_days)
  VALUES (project, hotel_id, on_day, pg_backend_pid(), attempts_more, frauds_more, delay_more),
    (project, 0, on_day, pg_backend_pid(), attempts_more, frauds_more, delay_more)
  ON CONFLICT (project_id, hotel, day, writer) DO UPDATE SET
    attempts = h.attempts + excluded.attempts, frauds = h.frauds + excluded.frauds,
    delay_days = h.delay_days + excluded.delay_days;
  IF NOT is_over THEN RETURN; END IF;
  INSERT INTO hotel_days AS h (project_id, hotel, day, writer, attempts, frauds, delay_days)
  VALUES (project, -1, 0, pg_backend_pid(), 1, 0, 0)
  ON CONFLICT (project_id, hotel, day, writer) DO UPDATE SET attempts = h.attempts + 1;
END
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
-- How often a day of a hotel of the project changed that was over.
CREATE FUNCTION late_hotel_days_1(project text) RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT coalesce(sum(h.attempts), 0) FROM hotel_days AS h
  WHERE h.project_id = project AND h.hotel = -1 AND h.day = 0
$$;
--> statement-breakpoint
-- The rows of a hotel, and of all hotels, from one day to another: [day, attempts, frauds, delay_days], the first day
-- of the hotel with an attempt, how often a day changed that was over, and the day that it is.
CREATE FUNCTION hotel_day_rows_1(project text, hotel_id bigint, since int, before int)
RETURNS json LANGUAGE sql STABLE AS $$
  SELECT json_build_object(
    'late', late_hotel_days_1(project),
    'today', floor(extract(epoch FROM clock_timestamp()) / 86400)::int,
    'first', (SELECT f.day FROM hotel_days AS f
      WHERE f.project_id = project AND f.hotel = hotel_id AND f.attempts > 0 ORDER BY f.day LIMIT 1),
    'ofHotel', (SELECT coalesce(json_agg(json_build_array(h.day, h.attempts, h.frauds, h.delay_days)), '[]')
      FROM hotel_days AS h
      WHERE h.project_id = project AND h.hotel = hotel_id AND h.day >= since AND h.day < before),
    'ofAll', (SELECT coalesce(json_agg(json_build_array(h.day, h.attempts, h.frauds, h.delay_days)), '[]')
      FROM hotel_days AS h
      WHERE h.project_id = project AND h.hotel = 0 AND h.day >= since AND h.day < before))
$$;
--> statement-breakpoint
-- As open_attempts_4, and says how often a day of a hotel changed that was over.
CREATE FUNCTION open_attempts_5(given json, ahead_max bigint, copy_id text)
RETURNS TABLE (n int, at bigint, key text, history text, late bigint) LANGUAGE sql AS $$
  SELECT opened.n, opened.at, opened.key, opened.history, late_hotel_days_1(g.project)
  FROM open_attempts_4(given, ahead_max, copy_id) AS opened
  JOIN json_to_recordset(given) AS g (n int, project text) ON g.n = opened.n
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
