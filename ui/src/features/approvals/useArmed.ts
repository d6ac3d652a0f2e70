export { useArmed } from '../../components/useArmed';
