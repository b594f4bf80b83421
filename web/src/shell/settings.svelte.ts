/** What a reader can set on this device. */
export interface Settings {
  theme: 'system' | 'dark' | 'light'
  motion: 'system' | 'off'
  sound: boolean
  /** Ask once more before a choice that cannot be undone. */
  confirm: boolean
}

const KEY = 'starboard.settings'
const DEFAULT: Settings = { theme: 'system', motion: 'system', sound: false, confirm: true }

function stored(): Settings {
  try {
    return { ...DEFAULT, ...(JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Settings>) }
  } catch {
    return { ...DEFAULT }
  }
}

export const settings = $state<Settings>(stored())

/** Changes a setting, shows it and keeps it. */
export function set<K extends keyof Settings>(name: K, value: Settings[K]) {
  settings[name] = value
  try {
    localStorage.setItem(KEY, JSON.stringify(settings))
  } catch {
    // without storage it holds until the page is closed
  }
  show()
}

export function lightTheme(): boolean {
  return settings.theme === 'light' || (settings.theme === 'system' && matchMedia('(prefers-color-scheme: light)').matches)
}

export function motion(): boolean {
  return settings.motion !== 'off' && !matchMedia('(prefers-reduced-motion: reduce)').matches
}

/** Puts theme and motion onto the page. */
export function show() {
  const root = document.documentElement
  if (lightTheme()) root.dataset.theme = 'light'
  else delete root.dataset.theme
  if (settings.motion === 'off') root.dataset.motion = 'off'
  else delete root.dataset.motion
}
