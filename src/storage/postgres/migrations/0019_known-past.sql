-- Copies keep what they have read of earlier attempts, and read what came since. What changes otherwise than by
-- being opened is counted: the attempts of a project that were deleted, hidden or imported. Whoever has read its
-- attempts before reads them again. Counted in rows of "hotel" -2 and day 0, one for each connection, which are
-- merged as those of days are.
CREATE FUNCTION count_past_change_1(project text) RETURNS void LANGUAGE sql AS $$
  INSERT INTO hotel_days AS h (project_id, hotel, day, writer, attempts, frauds, delay_days)
  VALUES (project, -2, 0, pg_backend_pid(), 1, 0, 0)
  ON CONFLICT (project_id, hotel, day, writer) DO UPDATE SET attempts = h.attempts + 1
$$;
--> statement-breakpoint
CREATE FUNCTION count_deleted_sightings_1() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM count_past_change_1(gone.project_id)
  FROM (SELECT DISTINCT d.project_id FROM deleted AS d ORDER BY 1) AS gone;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER sightings_deleted AFTER DELETE ON sightings REFERENCING OLD TABLE AS deleted
FOR EACH STATEMENT EXECUTE FUNCTION count_deleted_sightings_1();
--> statement-breakpoint
-- Once in a transaction for each project whose attempts follow each other.
CREATE FUNCTION count_imported_attempt_1() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF current_setting('booking_risk.imported', true) IS DISTINCT FROM NEW.project_id THEN
    PERFORM count_past_change_1(NEW.project_id);
    PERFORM set_config('booking_risk.imported', NEW.project_id, true);
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER attempt_imported AFTER INSERT ON attempts FOR EACH ROW
WHEN (NEW.opened_at IS NULL) EXECUTE FUNCTION count_imported_attempt_1();
--> statement-breakpoint
-- The outcomes of history_of_4.
CREATE FUNCTION outcomes_of_1(project text, ids bigint[], before_at bigint)
RETURNS json LANGUAGE sql STABLE AS $$
  SELECT json_agg((
    SELECT json_build_array(
      count(*) FILTER (WHERE fraud), count(*) FILTER (WHERE NOT fraud),
      max(reported_at) FILTER (WHERE fraud), max(reported_at) FILTER (WHERE NOT fraud))
    FROM (
      SELECT r.fraud, r.reported_at FROM reports AS r
      WHERE r.project_id = project AND r.identity = kind.identity
        AND r.reported_at < before_at AND (r.until IS NULL OR r.until >= before_at)
      ORDER BY r.reported_at DESC, r.at DESC, r.tie DESC LIMIT 128
    ) AS newest) ORDER BY kind.n)
  FROM unnest(ARRAY[ids[1], ids[2], ids[3], ids[5], ids[7], ids[8], ids[9], ids[12]])
    WITH ORDINALITY AS kind (identity, n)
  WHERE EXISTS (
    SELECT 1 FROM first_reports WHERE project_id = project AND reported_at < before_at)
$$;
--> statement-breakpoint
-- As open_attempts_5, for all attempts of the group at once, and without what the copy knows.
--
-- projects: those of `given`; the other parameters name them by their place in it, from 1.
-- asked_...: the identities of the attempts: whether the first attempt with it is asked for, and the place up to
--   which the copy has read it, as of a revision of its project; null where it has not.
-- unscored_...: places of attempts that had no score when the copy read them.
--
-- The answer is JSON:
--   projects: [revision, late] of each: a number that is another one after each change that count_past_change_1
--     counts and after each start of the server, and that of late_hotel_days_1.
--   opened: [n, at, key, outcomes] of each attempt.
--   past: of each identity that is asked for, [first, sightings]: those that the copy does not know, 128 at most, of
--     which none was opened by this call, and none is after the last that was.
--   scores: [which, score] of those of unscored_... that are decided or gone.
CREATE FUNCTION open_attempts_6(
  given json, projects text[], asked_project int[], asked_identity bigint[], asked_first boolean[],
  asked_at bigint[], asked_tie bigint[], asked_revision bigint[], unscored_project int[], unscored_at bigint[],
  unscored_tie bigint[], ahead_max bigint, copy_id text
) RETURNS text LANGUAGE plpgsql
SET enable_sort = off SET enable_bitmapscan = off SET jit = off SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  -- A server that was restarted, or is another one since a failover, may have lost what was opened last.
  started_s bigint := extract(epoch FROM pg_postmaster_start_time());
  one record;
  newest record;
  now_ms bigint;
  moment bigint;
  current_project text;
  last_at bigint;
  last_tie bigint;
  last_ats bigint[] := '{}';
  last_ties bigint[] := '{}';
  earliest bigint;
  used text;
  revisions bigint[];
  late bigint[];
  opened_n int[] := '{}';
  opened_at_ms bigint[] := '{}';
  refused text[] := '{}';
  past_text text;
  score_text text;
  opened_text text;
BEGIN
  -- The commit of the decision waits for the disk, and with it for this.
  PERFORM set_config('synchronous_commit', 'off', true);
  PERFORM pg_advisory_xact_lock(hashtextextended('open ' || sorted.project, 0))
  FROM (SELECT DISTINCT name AS project FROM unnest(projects) AS name ORDER BY 1) AS sorted;
  -- Every statement from here on sees what others committed before the lock was taken. Revisions are read
  -- first: what is deleted after that is not taken for known.
  SELECT array_agg(started_s * 1000000 + coalesce(c.changes, 0) ORDER BY p.i),
    array_agg(coalesce(c.late, 0) ORDER BY p.i)
  INTO revisions, late
  FROM unnest(projects) WITH ORDINALITY AS p (name, i)
  LEFT JOIN LATERAL (
    SELECT sum(h.attempts) FILTER (WHERE h.hotel = -2) AS changes,
      sum(h.attempts) FILTER (WHERE h.hotel = -1) AS late
    FROM hotel_days AS h WHERE h.project_id = p.name AND h.hotel IN (-2, -1) AND h.day = 0
  ) AS c ON true;
  now_ms := floor(extract(epoch FROM clock_timestamp()) * 1000);
  FOR one IN
    SELECT * FROM json_to_recordset(given) AS g (
      n int, project text, at bigint, tie bigint, since bigint, "keyHash" text, "usedSince" bigint)
    ORDER BY g.project, g.n
  LOOP
    IF one."keyHash" IS NOT NULL THEN
      used := CASE WHEN EXISTS (
          SELECT 1 FROM idempotency AS i WHERE i.project_id = one.project
            AND i.key_hash = one."keyHash" AND i.created_at >= one."usedSince") THEN 'used'
        WHEN EXISTS (
          SELECT 1 FROM attempts AS a WHERE a.project_id = one.project
            AND a.key_hash = one."keyHash" AND a.opened_at IS NOT NULL) THEN 'open' END;
      IF used IS NOT NULL THEN
        refused := refused || format('[%s,null,"%s",null]', one.n, used);
        CONTINUE;
      END IF;
    END IF;
    -- A copy whose clock is wrong takes the database's time.
    moment := CASE WHEN abs(one.at - now_ms) <= ahead_max THEN one.at ELSE now_ms END;
    IF current_project IS DISTINCT FROM one.project THEN
      current_project := one.project;
      last_at := NULL;
      SELECT a.at, a.tie INTO newest FROM attempts AS a
      WHERE a.project_id = one.project AND a.at >= moment
      ORDER BY a.at DESC, a.tie DESC LIMIT 1;
      IF FOUND AND newest.at > moment + ahead_max THEN
        -- Of a clock that was set back since: places before those that copies have read are given again.
        PERFORM count_past_change_1(one.project);
        SELECT a.at, a.tie INTO newest FROM attempts AS a
        WHERE a.project_id = one.project AND a.at >= moment AND a.at <= moment + ahead_max
        ORDER BY a.at DESC, a.tie DESC LIMIT 1;
      END IF;
      IF FOUND THEN
        last_at := newest.at;
        last_tie := newest.tie;
      END IF;
    END IF;
    -- After all that were opened before.
    IF (last_at, last_tie) >= (moment, one.tie) THEN
      moment := last_at + CASE WHEN last_tie < one.tie THEN 0 ELSE 1 END;
    END IF;
    last_at := moment;
    last_tie := one.tie;
    earliest := least(earliest, moment - one.since);
    opened_n := opened_n || one.n;
    opened_at_ms := opened_at_ms || moment;
    last_ats[array_position(projects, one.project)] := moment;
    last_ties[array_position(projects, one.project)] := one.tie;
  END LOOP;

  SELECT string_agg('[' || coalesce(first.at::text, 'null') || ',[' || coalesce(
    CASE WHEN first.at IS NOT NULL OR w.at IS NOT NULL OR NOT w.is_first THEN (
      SELECT string_agg((
        SELECT left(a.sighting, -1) || ',' || coalesce(a.risk_score::text, 'null') || ']'
        FROM attempts AS a
        WHERE a.project_id = w.name AND a.at = found.at AND a.tie = found.tie
      ), ',' ORDER BY found.at, found.tie)
      FROM (
        SELECT s.at, s.tie FROM sightings AS s
        WHERE s.project_id = w.name AND s.identity = w.identity
          -- A clock may be set back by as much as is accepted.
          AND s.at >= coalesce(w.at, earliest - ahead_max)
          AND (s.at, s.tie) > (coalesce(w.at, earliest - ahead_max), coalesce(w.tie, -1))
          AND s.at <= w.last_at AND (s.at, s.tie) < (w.last_at, w.last_tie)
        ORDER BY s.at DESC, s.tie DESC LIMIT 128
      ) AS found) END, '') || ']]', ',' ORDER BY w.n)
  INTO past_text
  FROM (
    SELECT a.n, projects[a.i] AS name, a.identity, a.is_first, last_ats[a.i] AS last_at,
      last_ties[a.i] AS last_tie,
      CASE WHEN a.revision = revisions[a.i] THEN a.at END AS at,
      CASE WHEN a.revision = revisions[a.i] THEN a.tie END AS tie
    FROM unnest(asked_project, asked_identity, asked_first, asked_at, asked_tie, asked_revision)
      WITH ORDINALITY AS a (i, identity, is_first, at, tie, revision, n)
  ) AS w
  LEFT JOIN LATERAL (
    SELECT s.at FROM sightings AS s
    WHERE s.project_id = w.name AND s.identity = w.identity AND w.is_first AND w.at IS NULL
    ORDER BY s.at, s.tie LIMIT 1
  ) AS first ON true;

  SELECT string_agg('[' || u.n - 1 || ',' || coalesce(a.risk_score::text, 'null') || ']', ',')
  INTO score_text
  FROM unnest(unscored_project, unscored_at, unscored_tie) WITH ORDINALITY AS u (i, at, tie, n)
  LEFT JOIN attempts AS a ON a.project_id = projects[u.i] AND a.at = u.at AND a.tie = u.tie
  WHERE a.opened_at IS NULL;

  INSERT INTO attempts (project_id, at, tie, id, opened_at, copy, key_hash, identities, sighting)
  SELECT g.project, o.at, g.tie,
    -- A decision's ID begins with its time.
    CASE WHEN o.at = g.at THEN g.id ELSE 'dec_' || lpad(to_hex(o.at), 12, '0') || substr(g.id, 17) END,
    now_ms, copy_id, g."keyHash", g.ids, '[' || o.at || ',' || g.tie || ',' || g.sighting || ']'
  FROM unnest(opened_n, opened_at_ms) AS o (n, at)
  JOIN json_to_recordset(given) AS g (
    n int, project text, at bigint, tie bigint, id text, ids bigint[], sighting text, "keyHash" text)
    ON g.n = o.n;
  INSERT INTO sightings (project_id, identity, at, tie)
  SELECT DISTINCT g.project, identity, o.at, g.tie
  FROM unnest(opened_n, opened_at_ms) AS o (n, at)
  JOIN json_to_recordset(given) AS g (n int, project text, tie bigint, ids bigint[]) ON g.n = o.n,
    unnest(g.ids) AS identity
  WHERE identity IS NOT NULL;

  SELECT string_agg('[' || o.n || ',' || o.at || ',null,'
    || coalesce(CASE WHEN EXISTS (SELECT 1 FROM first_reports AS f WHERE f.project_id = g.project)
      THEN outcomes_of_1(g.project, g.ids, o.at)::text END, 'null') || ']', ',')
  INTO opened_text
  FROM unnest(opened_n, opened_at_ms) AS o (n, at)
  JOIN json_to_recordset(given) AS g (n int, project text, ids bigint[]) ON g.n = o.n;

  RETURN '{"projects":[' || (
      SELECT string_agg('[' || revisions[i] || ',' || late[i] || ']', ',' ORDER BY i)
      FROM generate_subscripts(projects, 1) AS i)
    || '],"opened":[' || array_to_string(refused || opened_text, ',')
    || '],"past":[' || coalesce(past_text, '') || '],"scores":[' || coalesce(score_text, '') || ']}';
END
$$;
