<?php
// Generated from the OpenAPI document by `npm run clients`. Not to be edited.

declare(strict_types=1);

namespace BookingRisk\Model;

/** The model that scored the attempt. */
final class DecidingModel implements \JsonSerializable
{
    public function __construct(
        /** The model's name. */
        public readonly string $name,
        /** The model's version. */
        public readonly string $version,
    ) {
    }

    /** @param array<string, mixed> $json an object that the service sent */
    public static function fromArray(array $json): self
    {
        return new self(
            name: $json['name'],
            version: $json['version'],
        );
    }

    /** @return array<string, mixed> without what is absent */
    public function jsonSerialize(): array
    {
        return \array_filter(
            [
                'name' => $this->name,
                'version' => $this->version,
            ],
            static fn (mixed $value): bool => $value !== null,
        );
    }
}
