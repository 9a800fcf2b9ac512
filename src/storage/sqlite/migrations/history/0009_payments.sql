ALTER TABLE `attempts` ADD `card` integer;--> statement-breakpoint
ALTER TABLE `attempts` ADD `amount` integer;