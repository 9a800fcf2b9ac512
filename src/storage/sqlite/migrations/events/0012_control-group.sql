ALTER TABLE `decisions` ADD `control_group` text;--> statement-breakpoint
CREATE INDEX `decisions_drawn` ON `decisions` (`project_id`,`id`) WHERE control_group IS NOT NULL;