//! Holds the demo's data: countries, their cities, and made-up weather.

use serde_json::{Value, json};

/// A country and its cities.
pub(crate) struct Country {
    pub(crate) name: &'static str,
    pub(crate) cities: &'static [City],
}

/// A city, with rounded public facts.
pub(crate) struct City {
    pub(crate) name: &'static str,
    pub(crate) people: u32,
    pub(crate) known_for: &'static str,
}

const fn city(name: &'static str, people: u32, known_for: &'static str) -> City {
    City {
        name,
        people,
        known_for,
    }
}

pub(crate) const COUNTRIES: &[Country] = &[
    Country {
        name: "Austria",
        cities: &[
            city("Graz", 303_000, "the clock tower on its hill"),
            city("Salzburg", 157_000, "a fortress above baroque roofs"),
            city("Vienna", 2_006_000, "coffee houses and music"),
        ],
    },
    Country {
        name: "Brazil",
        cities: &[
            city("Recife", 1_489_000, "bridges between islands"),
            city("Salvador", 2_418_000, "pastel houses and drums"),
        ],
    },
    Country {
        name: "Canada",
        cities: &[
            city("Halifax", 439_000, "its harbour and lighthouses"),
            city("Montréal", 1_763_000, "stairs outside the houses"),
            city("Québec", 549_000, "walls around the old town"),
        ],
    },
    Country {
        name: "Finland",
        cities: &[
            city("Helsinki", 674_000, "white granite and the sea"),
            city("Oulu", 214_000, "cycling through the winter"),
            city("Tampere", 255_000, "saunas between two lakes"),
        ],
    },
    Country {
        name: "Japan",
        cities: &[
            city("Kanazawa", 463_000, "a garden for every season"),
            city("Kyoto", 1_464_000, "temples and small theatres"),
            city("Nagasaki", 409_000, "a harbour full of lights"),
            city("Sapporo", 1_973_000, "snow sculptures"),
        ],
    },
    Country {
        name: "Kenya",
        cities: &[
            city("Mombasa", 1_208_000, "carved doors by the ocean"),
            city("Nairobi", 4_397_000, "a park with lions at its edge"),
        ],
    },
    Country {
        name: "Portugal",
        cities: &[
            city("Braga", 193_000, "gardens and bells"),
            city("Coimbra", 140_000, "a library with bats"),
            city("Lisbon", 545_000, "trams and tiles"),
            city("Porto", 231_000, "bridges over the Douro"),
        ],
    },
];

/// Finds a country by its name, whatever the case.
pub(crate) fn country(name: &str) -> Option<&'static Country> {
    COUNTRIES
        .iter()
        .find(|country| country.name.to_lowercase() == name.to_lowercase())
}

/// Finds a city by its name, with its country.
pub(crate) fn find_city(name: &str) -> Option<(&'static Country, &'static City)> {
    COUNTRIES
        .iter()
        .flat_map(|country| country.cities.iter().map(move |city| (country, city)))
        .find(|(_, city)| city.name.to_lowercase() == name.to_lowercase())
}

pub(crate) fn city_names() -> impl Iterator<Item = &'static str> {
    COUNTRIES
        .iter()
        .flat_map(|country| country.cities.iter().map(|city| city.name))
}

impl City {
    pub(crate) fn to_json(&self, country: &Country) -> Value {
        json!({
            "city": self.name,
            "country": country.name,
            "people": self.people,
            "knownFor": self.known_for,
        })
    }
}

/// The unit of a temperature.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Unit {
    #[default]
    Celsius,
    Fahrenheit,
}

/// The weather of a city for the next `days` days. It comes from the name alone: the same question
/// always has the same answer.
pub(crate) fn forecast(city: &str, days: u32, unit: Unit) -> Value {
    const SKIES: [&str; 5] = ["clear", "cloudy", "rain", "storm", "snow"];
    let days: Vec<Value> = (1..=days)
        .map(|day| {
            let seed = hash(&format!("{city}/{day}"));
            let low = i64::from(seed % 18);
            let high = low + 4 + i64::from((seed >> 8) % 9);
            let sky = match (seed >> 16) % 10 {
                _ if high < 7 => SKIES[4],
                0..=3 => SKIES[0],
                4..=6 => SKIES[1],
                7 | 8 => SKIES[2],
                _ => SKIES[3],
            };
            json!({
                "day": day,
                "sky": sky,
                "high": temperature(high, unit),
                "low": temperature(low, unit),
                "rainPercent": (seed >> 4) % 101,
            })
        })
        .collect();
    let unit = match unit {
        Unit::Celsius => "celsius",
        Unit::Fahrenheit => "fahrenheit",
    };
    json!({ "city": city, "unit": unit, "days": days })
}

fn temperature(celsius: i64, unit: Unit) -> i64 {
    match unit {
        Unit::Celsius => celsius,
        Unit::Fahrenheit => celsius * 9 / 5 + 32,
    }
}

/// FNV-1a: small, and the same on every machine.
fn hash(text: &str) -> u32 {
    text.bytes().fold(0x811c_9dc5, |hash: u32, byte| {
        (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193)
    })
}
