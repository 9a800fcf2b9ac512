CREATE TABLE `reasons` (
	`project_id` text NOT NULL,
	`decision_id` text NOT NULL,
	`json` text NOT NULL,
	`computed_at` integer NOT NULL,
	PRIMARY KEY(`project_id`, `decision_id`)
);
--> statement-breakpoint
CREATE TABLE `shadow_scores` (
	`project_id` text NOT NULL,
	`decision_id` text NOT NULL,
	`model_name` text NOT NULL,
	`model_version` text NOT NULL,
	`model_sha256` text NOT NULL,
	`probability` real NOT NULL,
	`risk_score` integer NOT NULL,
	`served_risk_score` integer NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`project_id`, `decision_id`, `model_name`, `model_version`)
) WITHOUT ROWID;
