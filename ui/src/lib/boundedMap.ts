/** Puts an entry into a map as the newest. The oldest go, so that it has no more than `most`. */
export function setNewest<K, V>(map: Map<K, V>, key: K, value: V, most: number): void {
  map.delete(key);
  map.set(key, value);
  for (const oldest of map.keys()) {
    if (map.size <= most) return;
    map.delete(oldest);
  }
}

/** Copies a map with an entry as the newest, as `setNewest`. */
export function withNewest<K, V>(map: ReadonlyMap<K, V>, key: K, value: V, most: number): Map<K, V> {
  const copy = new Map(map);
  setNewest(copy, key, value, most);
  return copy;
}
