<?php
// Generated from the OpenAPI document by `npm run clients`. Not to be edited.

declare(strict_types=1);

namespace BookingRisk\Model;

/** An entry of one of the project's lists. */
final class ListEntry implements \JsonSerializable
{
    public function __construct(
        /** Unique identifier of this entry. */
        public readonly string $entryId,
        public readonly string $kind,
        public readonly string $type,
        /** As attempts are compared with it. Empty where the guest was erased, and the entry is kept as a keyed hash. */
        public readonly string $value,
        /** Why it was added. */
        public readonly string $reason,
        /** The decision because of which it was added. */
        public readonly ?string $decisionId,
        /** The version that the project's lists had with it: 1 for the first. */
        public readonly int $listsVersion,
        /** Who added it: the ID of a key, an account or a user of the operating system. */
        public readonly string $createdBy,
        /** When it was added. */
        public readonly \DateTimeImmutable $createdAt,
        /** From then on it does not apply. Null: until it is archived. */
        public readonly ?\DateTimeImmutable $expiresAt,
        /** Who archived it. */
        public readonly ?string $archivedBy,
        /** From then on it does not apply. Null: it is not archived. */
        public readonly ?\DateTimeImmutable $archivedAt,
        /** On the watch list: whether bookings that it marks go to review. */
        public readonly bool $review,
    ) {
    }

    /** @param array<string, mixed> $json an object that the service sent */
    public static function fromArray(array $json): self
    {
        return new self(
            entryId: $json['entryId'],
            kind: $json['kind'],
            type: $json['type'],
            value: $json['value'],
            reason: $json['reason'],
            decisionId: !isset($json['decisionId']) ? null : $json['decisionId'],
            listsVersion: $json['listsVersion'],
            createdBy: $json['createdBy'],
            createdAt: new \DateTimeImmutable($json['createdAt']),
            expiresAt: !isset($json['expiresAt']) ? null : new \DateTimeImmutable($json['expiresAt']),
            archivedBy: !isset($json['archivedBy']) ? null : $json['archivedBy'],
            archivedAt: !isset($json['archivedAt']) ? null : new \DateTimeImmutable($json['archivedAt']),
            review: $json['review'],
        );
    }

    /** @return array<string, mixed> without what is absent */
    public function jsonSerialize(): array
    {
        return \array_filter(
            [
                'entryId' => $this->entryId,
                'kind' => $this->kind,
                'type' => $this->type,
                'value' => $this->value,
                'reason' => $this->reason,
                'decisionId' => $this->decisionId,
                'listsVersion' => $this->listsVersion,
                'createdBy' => $this->createdBy,
                'createdAt' => $this->createdAt->format('Y-m-d\TH:i:s.vP'),
                'expiresAt' => $this->expiresAt?->format('Y-m-d\TH:i:s.vP'),
                'archivedBy' => $this->archivedBy,
                'archivedAt' => $this->archivedAt?->format('Y-m-d\TH:i:s.vP'),
                'review' => $this->review,
            ],
            static fn (mixed $value): bool => $value !== null,
        );
    }
}
