CREATE TABLE `pass_uses` (
	`project_id` text NOT NULL,
	`pass_id` text NOT NULL,
	`decision_id` text NOT NULL,
	PRIMARY KEY(`project_id`, `pass_id`)
);
