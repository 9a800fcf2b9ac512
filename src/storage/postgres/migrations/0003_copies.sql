CREATE TABLE "attempt_windows" (
	"name" text PRIMARY KEY NOT NULL,
	"count" integer NOT NULL,
	"ends_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "copies" (
	"id" text PRIMARY KEY NOT NULL,
	"beat_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "quotas" (
	"name" text PRIMARY KEY NOT NULL,
	"used" double precision NOT NULL,
	"at" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "attempts" ADD COLUMN "copy" text;
--> statement-breakpoint
-- As history_of_1, planned once for a connection instead of once for each group, and without sorting all
-- sightings of a month to find the newest 128: the index has them in that order. The planner cannot know how
-- many an identity has, as it plans for all of them at once. Nor does it know in a new database how many
-- attempts there are: it then joined each sighting to all attempts of the project, 58 ms with 1,200 of them.
-- A subquery for each has no such choice.
CREATE FUNCTION history_of_2(project text, ids bigint[], since bigint, before_at bigint, before_tie bigint)
RETURNS text LANGUAGE plpgsql STABLE
SET enable_sort = off SET enable_bitmapscan = off SET plan_cache_mode = force_generic_plan AS $$
BEGIN
  RETURN (SELECT '{"sightings":[' || coalesce((
      SELECT string_agg(coalesce('[' || found.texts || ']', 'null'), ',' ORDER BY kind.n)
      FROM unnest(ids) WITH ORDINALITY AS kind (identity, n)
      LEFT JOIN LATERAL (
        SELECT string_agg((
          SELECT a.sighting FROM attempts AS a
          WHERE a.project_id = project AND a.at = newest.at AND a.tie = newest.tie
        ), ',' ORDER BY newest.at, newest.tie) AS texts
        FROM (
          SELECT s.at, s.tie FROM sightings AS s
          WHERE s.project_id = project AND s.identity = kind.identity
            AND s.at >= since AND s.at <= before_at AND (s.at, s.tie) < (before_at, before_tie)
          ORDER BY s.at DESC, s.tie DESC LIMIT 128
        ) AS newest
      ) AS found ON kind.identity IS NOT NULL), '')
    || '],"firstSeen":' || (
      SELECT json_agg((
        SELECT s.at FROM sightings AS s
        WHERE s.project_id = project AND s.identity = kind.identity
          AND s.at <= before_at AND (s.at, s.tie) < (before_at, before_tie)
        ORDER BY s.at, s.tie LIMIT 1) ORDER BY kind.n)
      FROM unnest(ARRAY[ids[1], ids[2], ids[5], ids[7]]) WITH ORDINALITY AS kind (identity, n))
    || ',"outcomes":' || coalesce((
      SELECT json_agg((
        SELECT json_build_array(
          count(*) FILTER (WHERE fraud), count(*) FILTER (WHERE NOT fraud),
          max(reported_at) FILTER (WHERE fraud))
        FROM (
          SELECT r.fraud, r.reported_at FROM reports AS r
          WHERE r.project_id = project AND r.identity = kind.identity
            AND r.reported_at < before_at AND (r.until IS NULL OR r.until >= before_at)
          ORDER BY r.reported_at DESC, r.at DESC, r.tie DESC LIMIT 128
        ) AS newest) ORDER BY kind.n)
      FROM unnest(ARRAY[ids[1], ids[2], ids[3], ids[5], ids[7], ids[8], ids[9]])
        WITH ORDINALITY AS kind (identity, n)
      WHERE EXISTS (
        SELECT 1 FROM first_reports WHERE project_id = project AND reported_at < before_at))::text, 'null')
    || '}'
  );
END
$$;
--> statement-breakpoint
-- As open_attempts_1, and stores which copy decides the attempts.
CREATE FUNCTION open_attempts_2(given json, ahead_max bigint, copy_id text)
RETURNS TABLE (n int, at bigint, key text, history text) LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  one record;
  newest record;
  now_ms bigint;
  moment bigint;
BEGIN
  -- The commit of the decision waits for the disk, and with it for this.
  PERFORM set_config('synchronous_commit', 'off', true);
  PERFORM pg_advisory_xact_lock(hashtextextended('open ' || sorted.project, 0))
  FROM (
    SELECT DISTINCT g.project FROM json_to_recordset(given) AS g (project text) ORDER BY 1
  ) AS sorted;
  -- Every statement from here on sees what others committed before the lock was taken.
  now_ms := floor(extract(epoch FROM clock_timestamp()) * 1000);
  FOR one IN
    SELECT * FROM json_to_recordset(given) AS g (
      n int, project text, at bigint, tie bigint, id text, ids bigint[], sighting text, since bigint,
      "keyHash" text, "usedSince" bigint)
    ORDER BY g.n
  LOOP
    n := one.n; at := NULL; key := NULL; history := NULL;
    IF one."keyHash" IS NOT NULL THEN
      SELECT CASE WHEN EXISTS (
          SELECT 1 FROM idempotency AS i WHERE i.project_id = one.project
            AND i.key_hash = one."keyHash" AND i.created_at >= one."usedSince") THEN 'used'
        WHEN EXISTS (
          SELECT 1 FROM attempts AS a WHERE a.project_id = one.project
            AND a.key_hash = one."keyHash" AND a.opened_at IS NOT NULL) THEN 'open' END
      INTO key;
      IF key IS NOT NULL THEN RETURN NEXT; CONTINUE; END IF;
    END IF;
    -- A copy whose clock is wrong takes the database's time.
    moment := CASE WHEN abs(one.at - now_ms) <= ahead_max THEN one.at ELSE now_ms END;
    -- After all that were opened before. One far ahead is of a clock that was set back since.
    SELECT a.at, a.tie INTO newest FROM attempts AS a
    WHERE a.project_id = one.project AND a.at >= moment AND a.at <= moment + ahead_max
    ORDER BY a.at DESC, a.tie DESC LIMIT 1;
    IF FOUND AND (newest.at, newest.tie) >= (moment, one.tie) THEN
      moment := newest.at + CASE WHEN newest.tie < one.tie THEN 0 ELSE 1 END;
    END IF;
    INSERT INTO attempts (project_id, at, tie, id, opened_at, copy, key_hash, identities, sighting)
    VALUES (one.project, moment, one.tie,
      -- A decision's ID begins with its time.
      CASE WHEN moment = one.at THEN one.id
        ELSE 'dec_' || lpad(to_hex(moment), 12, '0') || substr(one.id, 17) END, now_ms, copy_id,
      one."keyHash", one.ids,
      '[' || moment || ',' || one.tie || ',' || one.sighting || ']');
    INSERT INTO sightings (project_id, identity, at, tie)
    SELECT DISTINCT one.project, identity, moment, one.tie FROM unnest(one.ids) AS identity
    WHERE identity IS NOT NULL;
    at := moment;
    history := history_of_2(one.project, one.ids, moment - one.since, moment, one.tie);
    RETURN NEXT;
  END LOOP;
END
$$;
--> statement-breakpoint
-- Says that a copy is alive. Returns how many are, itself among them, and whether a copy that is not alive any
-- more has left attempts open.
CREATE FUNCTION beat_1(copy_id text, silent_max bigint)
RETURNS TABLE (alive int, abandoned boolean) LANGUAGE plpgsql AS $$
DECLARE
  since bigint := floor(extract(epoch FROM clock_timestamp()) * 1000) - silent_max;
BEGIN
  PERFORM set_config('synchronous_commit', 'off', true);
  INSERT INTO copies AS c (id, beat_at) VALUES (copy_id, since + silent_max)
  ON CONFLICT (id) DO UPDATE SET beat_at = excluded.beat_at;
  RETURN QUERY SELECT
    (SELECT count(*)::int FROM copies AS c WHERE c.beat_at >= since),
    EXISTS (
      SELECT 1 FROM attempts AS a WHERE a.opened_at < since AND a.copy IS NOT NULL
        AND NOT EXISTS (SELECT 1 FROM copies AS c WHERE c.id = a.copy AND c.beat_at >= since));
END
$$;
--> statement-breakpoint
-- Closes the attempts of copies that are not alive any more, and those that are open for too long. One that
-- is locked is being committed, and is left alone.
CREATE FUNCTION close_abandoned_1(silent_max bigint, open_max bigint)
RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  now_ms bigint := floor(extract(epoch FROM clock_timestamp()) * 1000);
BEGIN
  PERFORM close_attempts_1((
    SELECT json_agg(json_build_object('project', one.project_id, 'at', one.at, 'tie', one.tie))
    FROM (
      SELECT a.project_id, a.at, a.tie FROM attempts AS a
      WHERE a.opened_at < now_ms - silent_max
        AND (a.opened_at < now_ms - open_max
          OR (a.copy IS NOT NULL AND NOT EXISTS (
            SELECT 1 FROM copies AS c WHERE c.id = a.copy AND c.beat_at >= now_ms - silent_max)))
      FOR UPDATE OF a SKIP LOCKED
    ) AS one));
END
$$;
--> statement-breakpoint
-- Adds to what is used of quotas, and returns what is used of each then: [{n, name, amount, perSecond}],
-- where so much a second comes back.
CREATE FUNCTION use_quotas_1(given json) RETURNS TABLE (n int, used float8) LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  now_ms bigint := floor(extract(epoch FROM clock_timestamp()) * 1000);
  one record;
BEGIN
  PERFORM set_config('synchronous_commit', 'off', true);
  FOR one IN
    SELECT * FROM json_to_recordset(given) AS g (n int, name text, amount float8, "perSecond" float8)
    ORDER BY g.name
  LOOP
    INSERT INTO quotas AS q (name, used, at) VALUES (one.name, one.amount, now_ms)
    ON CONFLICT (name) DO UPDATE SET at = greatest(q.at, now_ms),
      used = greatest(0, q.used - greatest(0, now_ms - q.at) / 1000.0 * one."perSecond") + one.amount
    RETURNING one.n, q.used INTO n, used;
    RETURN NEXT;
  END LOOP;
END
$$;
--> statement-breakpoint
-- Counts an attempt in all of these windows, or in none if one is full: [{n, name, most, windowMs}]. Returns
-- 0, or the ms until the first full one ends.
CREATE FUNCTION count_attempt_1(given json) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  now_ms bigint := floor(extract(epoch FROM clock_timestamp()) * 1000);
  wait bigint;
BEGIN
  PERFORM set_config('synchronous_commit', 'off', true);
  PERFORM pg_advisory_xact_lock(hashtextextended('count ' || sorted.name, 0))
  FROM (SELECT g.name FROM json_to_recordset(given) AS g (name text) ORDER BY 1) AS sorted;
  SELECT w.ends_at - now_ms INTO wait
  FROM json_to_recordset(given) AS g (n int, name text, most int)
  JOIN attempt_windows AS w ON w.name = g.name AND w.ends_at > now_ms AND w.count >= g.most
  ORDER BY g.n LIMIT 1;
  IF FOUND THEN RETURN wait; END IF;
  INSERT INTO attempt_windows AS w (name, count, ends_at)
  SELECT g.name, 1, now_ms + g."windowMs"
  FROM json_to_recordset(given) AS g (name text, "windowMs" bigint) ORDER BY g.name
  ON CONFLICT (name) DO UPDATE SET
    count = CASE WHEN w.ends_at > now_ms THEN w.count + 1 ELSE 1 END,
    ends_at = CASE WHEN w.ends_at > now_ms THEN w.ends_at ELSE excluded.ends_at END;
  RETURN 0;
END
$$;
