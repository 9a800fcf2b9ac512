<?php
// Generated from the OpenAPI document by `npm run clients`. Not to be edited.

declare(strict_types=1);

namespace BookingRisk\Model;

/** What decided the suggested action. */
final class DecidedBy implements \JsonSerializable
{
    public function __construct(
        public readonly string $kind,
        /** The entry or the pass; null where neither decided. */
        public readonly ?string $entryId,
        /** The version that the project's lists had with it; null where no entry and no pass decided. */
        public readonly ?int $listsVersion,
    ) {
    }

    /** @param array<string, mixed> $json an object that the service sent */
    public static function fromArray(array $json): self
    {
        return new self(
            kind: $json['kind'],
            entryId: !isset($json['entryId']) ? null : $json['entryId'],
            listsVersion: !isset($json['listsVersion']) ? null : $json['listsVersion'],
        );
    }

    /** @return array<string, mixed> without what is absent */
    public function jsonSerialize(): array
    {
        return \array_filter(
            [
                'kind' => $this->kind,
                'entryId' => $this->entryId,
                'listsVersion' => $this->listsVersion,
            ],
            static fn (mixed $value): bool => $value !== null,
        );
    }
}
