import { settings } from './settings.svelte.ts'

export type Cue = 'turn' | 'dice' | 'battle'

let audio: AudioContext | undefined

/** A few soft tones, made on the spot; silent unless the reader wants them. */
export function play(cue: Cue) {
  if (!settings.sound) return
  audio ??= new AudioContext()
  // a browser keeps a page silent until its reader has touched it
  if (audio.state === 'suspended') void audio.resume()
  const tones = { turn: [523, 784], dice: [180, 150, 210, 170], battle: [110, 82] }[cue]
  const length = cue === 'dice' ? 0.05 : 0.22
  tones.forEach((pitch, index) => {
    if (!audio) return
    const start = audio.currentTime + index * length
    const tone = audio.createOscillator()
    const volume = audio.createGain()
    tone.type = cue === 'dice' ? 'triangle' : 'sine'
    tone.frequency.value = pitch
    volume.gain.setValueAtTime(0.0001, start)
    volume.gain.exponentialRampToValueAtTime(0.08, start + 0.02)
    volume.gain.exponentialRampToValueAtTime(0.0001, start + length)
    tone.connect(volume).connect(audio.destination)
    tone.start(start)
    tone.stop(start + length)
  })
}
