export { AnswerButton } from '../../components/AnswerButton';
