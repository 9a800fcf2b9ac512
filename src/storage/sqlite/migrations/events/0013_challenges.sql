ALTER TABLE `decisions` ADD `challenge` text;--> statement-breakpoint
CREATE INDEX `decisions_challenged` ON `decisions` (`project_id`,`id`) WHERE challenge IS NOT NULL;