ALTER TABLE `decisions` ADD `key_id` text;--> statement-breakpoint
ALTER TABLE `outcomes` ADD `key_id` text;