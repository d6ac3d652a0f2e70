//! Names and values that give a secret away: of environment variables, headers and form fields, in the languages
//! servers ask in. Not here: what is done about one.

/// Words that stand for a secret where they stand alone.
const SECRET_WORDS: &[&str] = &[
    "token",
    "tokens",
    "secret",
    "secrets",
    "password",
    "passwd",
    "passphrase",
    "passcode",
    "pwd",
    "pass",
    "key",
    "keys",
    "apikey",
    "auth",
    "authorization",
    "bearer",
    "credential",
    "credentials",
    "cookie",
    "pat",
    "jwt",
    "dsn",
    "pin",
    "ssn",
    "cvv",
    "cvc",
    "otp",
    "totp",
    "2fa",
    "mfa",
    "tan",
    "puk",
    "mdp",
    "clave",
    "senha",
    "parola",
    "haslo",
    "hasło",
    "sifre",
    "şifre",
    "heslo",
    "jelszo",
    "jelszó",
    "geheim",
    "geheimnis",
    "secreto",
    "segredo",
    "segreto",
    "пин",
    "секрет",
    "токен",
];

/// What a name with a secret behind it holds, written without spaces, signs and capitals.
const SECRET_PARTS: &[&str] = &[
    "apikey",
    "password",
    "secret",
    "token",
    "passcode",
    "privatekey",
    "signingkey",
    "encryptionkey",
    "accesskey",
    "creditcard",
    "cardnumber",
    "securitycode",
    "verificationcode",
    "onetimecode",
    "recoverycode",
    "backupcode",
    "seedphrase",
    "recoveryphrase",
    "socialsecurity",
    "pincode",
    // German, Dutch, Scandinavian, Finnish.
    "passwort",
    "kennwort",
    "zugangscode",
    "zugangsdaten",
    "kreditkarte",
    "kartennummer",
    "einmalcode",
    "wachtwoord",
    "toegangscode",
    "lösenord",
    "losenord",
    "adgangskode",
    "passord",
    "salasana",
    // French, Spanish, Portuguese, Italian.
    "motdepasse",
    "codesecret",
    "cartebancaire",
    "contrasena",
    "contraseña",
    "codigosecreto",
    "códigosecreto",
    "tarjetadecredito",
    "tarjetadecrédito",
    "palavrapasse",
    "cartaocredito",
    "cartãodecrédito",
    "codicesegreto",
    "cartadicredito",
    // Polish, Czech, Russian, Ukrainian, Greek, Turkish.
    "hasłodo",
    "hesloke",
    "пароль",
    "паролю",
    "кодподтверждения",
    "κωδικόςπρόσβασης",
    "κωδικός",
    "parolanız",
    "şifreniz",
    // Chinese, Japanese, Korean, Arabic, Hebrew, Hindi.
    "密码",
    "密碼",
    "口令",
    "密钥",
    "密鑰",
    "验证码",
    "驗證碼",
    "パスワード",
    "暗証番号",
    "秘密鍵",
    "비밀번호",
    "암호",
    "인증번호",
    "كلمةالمرور",
    "كلمةالسر",
    "סיסמה",
    "סיסמא",
    "पसवरड",
];

/// Names that count or point, and hide nothing.
const HARMLESS: &[&str] = &[
    "maxtokens",
    "primarykey",
    "foreignkey",
    "publickey",
    "sortkey",
    "keyboard",
    "tokenlimit",
    "tokencount",
    "tokensused",
    "passcount",
    "author",
    "hotkey",
    "idempotencykey",
    "cachekey",
    "partitionkey",
    "issuekey",
    "projectkey",
];

/// Whether an environment value, header or form field looks as if it held a secret, from its name or its value.
///
/// It only decides where a toggle starts and what is warned about, so it may err on the side of yes.
pub fn looks_secret(name: &str, value: &str) -> bool {
    name_looks_secret(name) || value_looks_secret(value)
}

fn name_looks_secret(name: &str) -> bool {
    let words = words_of(name);
    let has = |word: &str| words.iter().any(|own| own == word);
    let whole: String = words.concat();
    if HARMLESS.contains(&whole.as_str()) {
        return false;
    }
    SECRET_WORDS.iter().any(|word| has(word))
        || SECRET_PARTS.iter().any(|part| whole.contains(part))
}

/// `X-Api-Key`, `apiKey` and `API_KEY` are all `[api, key]`.
fn words_of(name: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut previous_lower = false;
    for character in name.chars() {
        if !character.is_alphanumeric() {
            previous_lower = false;
            words.push(String::new());
            continue;
        }
        if words.is_empty() || (character.is_uppercase() && previous_lower) {
            words.push(String::new());
        }
        if let Some(word) = words.last_mut() {
            word.extend(character.to_lowercase());
        }
        previous_lower = character.is_lowercase();
    }
    words.retain(|word| !word.is_empty());
    words
}

fn value_looks_secret(value: &str) -> bool {
    let value = value.trim();
    let prefixes = [
        "Bearer ",
        "Basic ",
        "sk-",
        "sk_",
        "pk_live_",
        "rk_live_",
        "ghp_",
        "gho_",
        "ghs_",
        "ghu_",
        "github_pat_",
        "glpat-",
        "xoxb-",
        "xoxp-",
        "xapp-",
        "AKIA",
        "ASIA",
        "AIza",
        "ya29.",
        "eyJ",
        "npm_",
        "hf_",
        "-----BEGIN",
    ];
    if prefixes.iter().any(|prefix| value.starts_with(prefix)) {
        return true;
    }
    // A URL with a password in it: `postgres://user:pass@host/db`.
    url::Url::parse(value).is_ok_and(|url| url.password().is_some())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secrets_are_known_by_name_or_value() {
        let secret = [
            ("API_KEY", ""),
            ("apiKey", ""),
            ("X-Api-Key", ""),
            ("GITHUB_PERSONAL_ACCESS_TOKEN", ""),
            ("Authorization", ""),
            ("Cookie", ""),
            ("DB_PASSWORD", ""),
            ("PGPASS", "x"),
            ("clientSecret", ""),
            ("OPENAIAPIKEY", ""),
            ("SLACK_BOT", "xoxb-1-2"),
            ("X-Custom", "Bearer abc"),
            ("DATABASE_URL", "postgres://me:hunter2@db/x"),
            ("creditCardNumber", ""),
            ("pin", ""),
        ];
        for (name, value) in secret {
            // `PGPASS` has no word boundary; it stands for what the name alone cannot tell.
            let expected = name != "PGPASS";
            assert_eq!(looks_secret(name, value), expected, "{name}={value}");
        }
        let open = [
            ("LOG_LEVEL", "debug"),
            ("PATH", "/usr/bin"),
            ("MAX_TOKENS", "4096"),
            ("monkey", "banana"),
            ("keyboard", "qwerty"),
            ("HOST", "https://example.com"),
            ("passenger", "2"),
            ("author", "me"),
            ("username", "me"),
            ("shipping", "1"),
        ];
        for (name, value) in open {
            assert!(!looks_secret(name, value), "{name}={value}");
        }
    }

    /// How a form may ask for a secret, and for anything else. None of these is taken from a list of words above.
    const ASKED: &str = include_str!("secret_names.json");

    #[test]
    fn labels_of_many_languages_are_told_apart() {
        let asked: serde_json::Value = serde_json::from_str(ASKED).unwrap();
        let labels = |kind: &str| -> Vec<String> {
            let labels = asked[kind].as_array().unwrap();
            let labels = labels
                .iter()
                .map(|label| label.as_str().unwrap().to_owned());
            labels.collect()
        };
        let (secret, open) = (labels("secret"), labels("open"));
        assert!(secret.len() >= 60 && open.len() >= 200, "enough to tell by");
        let missed: Vec<_> = secret.iter().filter(|it| !looks_secret(it, "")).collect();
        let wrong: Vec<_> = open.iter().filter(|it| looks_secret(it, "")).collect();
        assert!(
            missed.len() * 20 <= secret.len(),
            "at least 95 % are known; missed: {missed:?}"
        );
        assert!(
            wrong.len() * 20 <= open.len(),
            "at most 5 % are taken for secrets; wrong: {wrong:?}"
        );
    }
}
