<?php
// Generated from the OpenAPI document by `npm run clients`. Not to be edited.

declare(strict_types=1);

namespace BookingRisk\Model;

/** The property being booked. */
final class Hotel implements \JsonSerializable
{
    public function __construct(
        /** Name of the property. */
        public readonly string $name,
        /** Country of the property. An officially assigned ISO 3166-1 alpha-2 code, in any letter case. */
        public readonly string $country,
        /** Your own identifier for the property. */
        public readonly ?string $referenceId = null,
        /** GIATA property ID. Strongly recommended. */
        public readonly ?string $giataId = null,
        /** Street address of the property. */
        public readonly ?string $address = null,
    ) {
    }

    /** @param array<string, mixed> $json an object that the service sent */
    public static function fromArray(array $json): self
    {
        return new self(
            referenceId: !isset($json['referenceId']) ? null : $json['referenceId'],
            giataId: !isset($json['giataId']) ? null : $json['giataId'],
            name: $json['name'],
            address: !isset($json['address']) ? null : $json['address'],
            country: $json['country'],
        );
    }

    /** @return array<string, mixed> without what is absent */
    public function jsonSerialize(): array
    {
        return \array_filter(
            [
                'referenceId' => $this->referenceId,
                'giataId' => $this->giataId,
                'name' => $this->name,
                'address' => $this->address,
                'country' => $this->country,
            ],
            static fn (mixed $value): bool => $value !== null,
        );
    }
}
