import { mount } from 'svelte'
import './tokens.css'
import './ui.css'
import './shell/shell.css'
import App from './App.svelte'

const target = document.getElementById('app')
if (!target) throw new Error('index.html has no #app to draw into')
mount(App, { target })
