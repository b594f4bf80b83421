// Before the first paint, so that no page flashes in the wrong theme. The keys are those of settings.svelte.ts.
try {
  const settings = JSON.parse(localStorage.getItem('starboard.settings') || '{}')
  const light = settings.theme === 'light' || (settings.theme !== 'dark' && matchMedia('(prefers-color-scheme: light)').matches)
  if (light) document.documentElement.dataset.theme = 'light'
  if (settings.motion === 'off') document.documentElement.dataset.motion = 'off'
} catch {
  // a browser without storage shows the dark theme
}
