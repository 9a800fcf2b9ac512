<?php
// Generated from the OpenAPI document by `npm run clients`. Not to be edited.

declare(strict_types=1);

namespace BookingRisk\Model;

/** The size of the party. Send it when more people stay than guests are named. */
final class GroupSize implements \JsonSerializable
{
    public function __construct(
        /** Number of adults. */
        public readonly ?int $adultCount = null,
        /** Number of children. */
        public readonly ?int $childCount = null,
        /** Number of infants. */
        public readonly ?int $infantCount = null,
    ) {
    }

    /** @param array<string, mixed> $json an object that the service sent */
    public static function fromArray(array $json): self
    {
        return new self(
            adultCount: !isset($json['adultCount']) ? null : $json['adultCount'],
            childCount: !isset($json['childCount']) ? null : $json['childCount'],
            infantCount: !isset($json['infantCount']) ? null : $json['infantCount'],
        );
    }

    /** @return array<string, mixed> without what is absent */
    public function jsonSerialize(): array
    {
        return \array_filter(
            [
                'adultCount' => $this->adultCount,
                'childCount' => $this->childCount,
                'infantCount' => $this->infantCount,
            ],
            static fn (mixed $value): bool => $value !== null,
        );
    }
}
