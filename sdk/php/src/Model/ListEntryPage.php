<?php
// Generated from the OpenAPI document by `npm run clients`. Not to be edited.

declare(strict_types=1);

namespace BookingRisk\Model;

/** A page of a list. */
final class ListEntryPage implements \JsonSerializable
{
    public function __construct(
        /** Newest first. @var list<\BookingRisk\Model\ListEntry> */
        public readonly array $entries,
        /** The cursor of the next page; null at the end. */
        public readonly ?string $next,
    ) {
    }

    /** @param array<string, mixed> $json an object that the service sent */
    public static function fromArray(array $json): self
    {
        return new self(
            entries: \array_map(\BookingRisk\Model\ListEntry::fromArray(...), $json['entries']),
            next: !isset($json['next']) ? null : $json['next'],
        );
    }

    /** @return array<string, mixed> without what is absent */
    public function jsonSerialize(): array
    {
        return \array_filter(
            [
                'entries' => $this->entries,
                'next' => $this->next,
            ],
            static fn (mixed $value): bool => $value !== null,
        );
    }
}
