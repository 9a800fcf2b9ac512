CREATE TABLE `hotel_days` (
	`project` integer NOT NULL,
	`hotel` integer NOT NULL,
	`day` integer NOT NULL,
	`attempts` integer NOT NULL,
	`frauds` integer NOT NULL,
	`delay_days` integer NOT NULL,
	PRIMARY KEY(`project`, `hotel`, `day`)
) WITHOUT ROWID;
--> statement-breakpoint
INSERT INTO `hotel_days`
SELECT s.project, h.hotel, s.at / 86400000, count(*), 0, 0
FROM (SELECT DISTINCT project, hotel FROM `hotels`) AS h
CROSS JOIN `sightings` AS s ON s.project = h.project AND s.identity = h.hotel
GROUP BY 1, 2, 3;
--> statement-breakpoint
WITH of_hotels AS (
	SELECT r.project, h.hotel, r.reported_at / 86400000 AS day, r.until / 86400000 AS ended,
		max(0, r.reported_at / 86400000 - r.at / 86400000) AS delay
	FROM (SELECT DISTINCT project, hotel FROM `hotels`) AS h
	CROSS JOIN `reports` AS r ON r.project = h.project AND r.identity = h.hotel
	WHERE r.fraud = 1
)
INSERT INTO `hotel_days`
SELECT project, hotel, day, 0, sum(frauds), sum(delay) FROM (
	SELECT project, hotel, day, 1 AS frauds, delay FROM of_hotels
	UNION ALL
	SELECT project, hotel, ended, -1, -delay FROM of_hotels WHERE ended IS NOT NULL
) WHERE true GROUP BY 1, 2, 3
ON CONFLICT DO UPDATE SET frauds = excluded.frauds, delay_days = excluded.delay_days;
--> statement-breakpoint
INSERT INTO `hotel_days`
SELECT project, 0, day, sum(attempts), sum(frauds), sum(delay_days) FROM `hotel_days` GROUP BY 1, 3;
