//! SHA-256 (FIPS 180-4), without a library.

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a fraction times 2^32 fits, and cutting what is behind the point is meant"
)]
/// Fractional bits of a root of the first `N` primes.
fn constants<const N: usize>(root: impl Fn(f64) -> f64) -> [u32; N] {
    let is_prime = |number: &u32| (2..*number).all(|part| !number.is_multiple_of(part));
    let mut primes = (2..).filter(is_prime);
    std::array::from_fn(|_| {
        let value = root(f64::from(primes.next().unwrap_or_default()));
        (value.fract() * 2_f64.powi(32)) as u32
    })
}

#[expect(clippy::many_single_char_names, reason = "the names of the standard")]
/// Gives the digest of some bytes in hexadecimal.
pub(super) fn hex(bytes: &[u8]) -> String {
    let round: [u32; 64] = constants(f64::cbrt);
    let mut state: [u32; 8] = constants(f64::sqrt);
    let mut padded = bytes.to_vec();
    padded.push(0x80);
    padded.resize((bytes.len() + 9).next_multiple_of(64) - 8, 0);
    padded.extend((bytes.len() as u64 * 8).to_be_bytes());
    for block in padded.chunks_exact(64) {
        let mut words = [0_u32; 64];
        for (word, bytes) in words.iter_mut().zip(block.chunks_exact(4)) {
            *word = bytes
                .iter()
                .fold(0, |word, byte| word << 8 | u32::from(*byte));
        }
        for at in 16..64 {
            let (early, late) = (words[at - 15], words[at - 2]);
            let first = early.rotate_right(7) ^ early.rotate_right(18) ^ (early >> 3);
            let second = late.rotate_right(17) ^ late.rotate_right(19) ^ (late >> 10);
            words[at] = [words[at - 16], first, words[at - 7], second]
                .into_iter()
                .fold(0, u32::wrapping_add);
        }
        let [mut a, mut b, mut c, mut d, mut e, mut f, mut g, mut h] = state;
        for (word, constant) in words.into_iter().zip(round) {
            let sum = e.rotate_right(6) ^ e.rotate_right(11) ^ e.rotate_right(25);
            let choice = (e & f) ^ (!e & g);
            let first = [h, sum, choice, constant, word]
                .into_iter()
                .fold(0, u32::wrapping_add);
            let sum = a.rotate_right(2) ^ a.rotate_right(13) ^ a.rotate_right(22);
            let majority = (a & b) ^ (a & c) ^ (b & c);
            let second = sum.wrapping_add(majority);
            (h, g, f, e) = (g, f, e, d.wrapping_add(first));
            (d, c, b, a) = (c, b, a, first.wrapping_add(second));
        }
        for (kept, new) in state.iter_mut().zip([a, b, c, d, e, f, g, h]) {
            *kept = kept.wrapping_add(new);
        }
    }
    state.map(|word| format!("{word:08x}")).concat()
}

#[test]
fn digests_are_those_of_the_standard() {
    let cases = [
        (
            "",
            "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
        ),
        (
            "abc",
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
        ),
        (
            "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1",
        ),
    ];
    for (text, expected) in cases {
        assert_eq!(hex(text.as_bytes()), expected, "{text}");
    }
}
